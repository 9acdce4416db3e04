/**
 * Redraws the demo's banners and brand logos, which are checked into Git: `node deploy/local/demo/make-logos.ts`.
 * Requires sharp.
 */
import { join } from 'node:path'
import sharp from 'sharp'

const [WIDTH, HEIGHT] = [1072, 250]

const serif = 'DejaVu Serif'
const sans = 'Liberation Sans'
const word = (text: string, { x = 300, y = 158, size = 112, family = serif, weight = 400, fill = '#fff', spacing = 0 } = {}) =>
  `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" font-weight="${weight}" letter-spacing="${spacing}" fill="${fill}">${text}</text>`
const claim = (text: string, fill: string, x = 304, y = 208) =>
  `<text x="${x}" y="${y}" font-family="${sans}" font-size="34" letter-spacing="2" fill="${fill}">${text}</text>`

const LOGOS: Record<string, { ground: string; symbol: string; words: string }> = {
  kefiro: {
    ground: '#123d2e',
    symbol: `<path d="M120 62h84l-8 24 18 26v76a16 16 0 0 1-16 16h-72a16 16 0 0 1-16-16v-76l18-26z" fill="#f5efdc"/><path d="M110 140c26-18 48 16 104-6v54a16 16 0 0 1-16 16h-72a16 16 0 0 1-16-16z" fill="#e7a93c"/>`,
    words: `${word('Kéfiro', { fill: '#f5efdc', y: 142 })}${claim('LIVE FROM THE FRIDGE DOOR', '#e7a93c', 306, 200)}`,
  },
  olmo: {
    ground: '#f2e7d3',
    symbol: `<g fill="none" stroke="#1c3557" stroke-width="11"><circle cx="106" cy="152" r="50"/><circle cx="228" cy="152" r="50"/><path d="M106 152l38-76h62l22 76M144 76l32 76h-70M176 152l30-76M132 62h30M206 76l-6-20h26" stroke="#c4502e" stroke-linejoin="round"/></g>`,
    words: `${word('Olmo Bikes', { fill: '#1c3557', family: sans, weight: 700, size: 104, x: 312, y: 142 })}${claim('RIDE THE CANAL', '#c4502e', 318, 200)}`,
  },
  brisa: {
    ground: '#f6d9c9',
    symbol: `<circle cx="166" cy="125" r="66" fill="#e8734a"/><path d="M80 128c34-26 58 22 92 0s56 20 88-4v14c-32 24-54-20-88 4s-58-26-92 0z" fill="#fff7ef"/><path d="M80 160c34-26 58 22 92 0s56 20 88-4v14c-32 24-54-20-88 4s-58-26-92 0z" fill="#fff7ef"/>`,
    words: `${word('brisa', { fill: '#54273a', x: 306, y: 146, size: 128, spacing: 4 })}${claim('LINEN FOR HOT CITIES', '#a8452a', 312, 204)}`,
  },
  nordlys: {
    ground: '#1b1f2e',
    symbol: `<path d="M96 96h116v52a52 52 0 0 1-52 52h-12a52 52 0 0 1-52-52z" fill="#e9e2d3"/><path d="M212 112h18a26 26 0 0 1 0 52h-22" fill="none" stroke="#e9e2d3" stroke-width="12"/><path d="M120 76c-10-16 12-22 2-40M154 76c-10-16 12-22 2-40M188 76c-10-16 12-22 2-40" fill="none" stroke="#7fd1b9" stroke-width="9" stroke-linecap="round"/>`,
    words: `${word('NORDLYS', { fill: '#e9e2d3', family: sans, weight: 700, size: 96, x: 312, y: 138, spacing: 10 })}${claim('COFFEE FOR LONG NIGHTS', '#7fd1b9', 316, 198)}`,
  },
  'alpine-oats': {
    ground: '#1a40b4',
    symbol: `<path d="M104 60h116v130l-58-34-58 34z" fill="#fffdf7"/><circle cx="162" cy="104" r="22" fill="#f0b93a"/>`,
    words: `${word('Alpine Oats', { fill: '#fffdf7', x: 300, y: 142, size: 100 })}${claim('BREAKFAST AT 2,000 METRES', '#c9d6ff', 306, 200)}`,
  },
}

/** The part of a banner that contains the symbol. */
const SQUARE = { x: 37, y: -5, width: 260, height: 260 }

async function draw(folder: string, name: string, ground: string, drawing: string, { x, y, width, height }: typeof SQUARE) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}"><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${ground}"/>${drawing}</svg>`
  await sharp(Buffer.from(svg))
    .png({ palette: true, colours: 64 })
    .toFile(join(import.meta.dirname, folder, `${name}.png`))
}

for (const [name, { ground, symbol, words }] of Object.entries(LOGOS)) {
  await draw('logos', name, ground, symbol + words, { x: 0, y: 0, width: WIDTH, height: HEIGHT })
  await draw('brand-logos', name, ground, symbol, SQUARE)
}
