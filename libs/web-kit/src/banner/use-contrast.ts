import { useEffect, useState } from 'react'
import { contrastOf } from './banner-file.ts'

/** The banner's approximate size on a phone, in pixels, so that thin lines fade as they do on a phone. */
const SIZE = [268, 63] as const

/** Contrast ratio from 1 to 21; undefined until computed. */
export function useContrast(address: string | undefined): number | undefined {
  const [found, setFound] = useState<{ address: string; contrast: number }>()
  useEffect(() => {
    if (address === undefined) return
    let gone = false
    const image = new Image()
    image.onload = () => {
      const canvas = document.createElement('canvas')
      ;[canvas.width, canvas.height] = SIZE
      const drawing = canvas.getContext('2d', { willReadFrequently: true })
      if (!drawing || gone) return
      drawing.drawImage(image, 0, 0, ...SIZE)
      setFound({ address, contrast: contrastOf(drawing.getImageData(0, 0, ...SIZE).data) })
    }
    image.src = address
    return () => {
      gone = true
    }
  }, [address])
  return found?.address === address ? found?.contrast : undefined
}
