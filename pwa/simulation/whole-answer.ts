/** The parts of `Headers` that pages use; Node's own validates and sorts. */
export class PlainHeaders {
  readonly #lines = new Map<string, string>();

  constructor(init: HeadersInit = {}) {
    const lines = Symbol.iterator in init ? init : Object.entries(init);
    for (const [name = '', value = ''] of lines) this.set(name, value);
  }

  get(name: string): string | null {
    return this.#lines.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#lines.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    this.#lines.set(name.toLowerCase(), value);
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.#lines.entries();
  }
}

/** An answer that has arrived whole, with the parts of `Response` that pages use and no stream. */
export function wholeAnswer(status: number, headers: HeadersInit, text: string): Response {
  const answer = {
    status,
    statusText: '',
    ok: status >= 200 && status < 300,
    redirected: false,
    headers: new PlainHeaders(headers),
    body: null,
    text: async () => text,
    json: async () => JSON.parse(text),
  };
  return answer as unknown as Response;
}
