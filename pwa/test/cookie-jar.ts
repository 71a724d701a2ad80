/** `document.cookie` for tests without a browser. */
export class CookieJar {
  readonly #cookies: Map<string, string>;

  constructor(cookies = new Map<string, string>()) {
    this.#cookies = cookies;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  set cookie(line: string) {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    if (/; max-age=0/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(at + 1));
  }
}
