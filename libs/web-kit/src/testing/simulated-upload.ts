import type { ErrorCode, ErrorDetails, Locale } from '@reelfair/contracts'
import { vi } from 'vitest'
import { errorResponse } from './error-rows.ts'

/** The upload responds only when the test calls `complete`, `refuse` or `onerror`. */
export class SimulatedUpload {
  static all: SimulatedUpload[] = []
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  address = ''
  type = ''
  status = 0
  responseText = ''
  isAborted = false
  constructor() {
    SimulatedUpload.all.push(this)
  }
  open(method: string, address: string) {
    this.address = `${method} ${address}`
  }
  send() {}
  abort() {
    this.isAborted = true
  }
  setRequestHeader(name: string, value: string) {
    if (name === 'content-type') this.type = value
  }
  getResponseHeader(name: string) {
    return name === 'content-type' ? 'application/problem+json' : null
  }
  complete(output: object) {
    this.status = 201
    this.responseText = JSON.stringify(output)
    this.onload?.()
  }
  async refuse(code: ErrorCode, locale: Locale, details: ErrorDetails = {}) {
    const answer = errorResponse(code, locale, details)
    this.status = answer.status
    this.responseText = await answer.text()
    this.onload?.()
  }
}

/** Replaces `XMLHttpRequest`, which sends uploads. */
export function simulateUploads(): void {
  SimulatedUpload.all = []
  vi.stubGlobal('XMLHttpRequest', SimulatedUpload)
}
