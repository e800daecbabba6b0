import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Who may talk to the browser host. Any program and any web page on this machine can reach a loopback port, so
 * a request has to name us as its host (else a foreign name was bound to 127.0.0.1), come from our own page
 * (Origin, Sec-Fetch-Site), and carry the token that only the person at the terminal was shown.
 */
export class Guard {
  readonly token = randomBytes(32).toString('base64url');
  /** Cookies ignore ports: with the port in the name two hosts on one machine keep theirs apart. */
  readonly cookieName: string;
  readonly #hosts: ReadonlySet<string>;

  constructor(port: number) {
    this.cookieName = `threefold-${port}`;
    this.#hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  }

  /** The status to refuse a request for a page or a file with; undefined lets it pass. */
  refuseFile(headers: IncomingHttpHeaders): 421 | 403 | 401 | undefined {
    return this.#refuseSender(headers, false) ?? (this.#hasCookie(headers) ? undefined : 401);
  }

  /** The same for a WebSocket, which browsers open across origins: it must name its origin. */
  refuseSocket(headers: IncomingHttpHeaders): 421 | 403 | 401 | undefined {
    return this.#refuseSender(headers, true) ?? (this.#hasCookie(headers) ? undefined : 401);
  }

  /**
   * The same for the printed link, which brings the token itself. It may be clicked in a mail program or on
   * another site, so the sender does not matter; the host does.
   */
  refuseLink(headers: IncomingHttpHeaders, token: string): 421 | 403 | undefined {
    if (!this.#hosts.has(headers.host ?? '')) return 421;
    return this.#isToken(token) ? undefined : 403;
  }

  get cookie(): string {
    return `${this.cookieName}=${this.token}; HttpOnly; SameSite=Strict; Path=/`;
  }

  #refuseSender(headers: IncomingHttpHeaders, originRequired: boolean): 421 | 403 | undefined {
    if (!this.#hosts.has(headers.host ?? '')) return 421;
    const { origin } = headers;
    // SameSite lets another local port pass as the same site; the Origin check is what refuses it.
    if (origin === undefined ? originRequired : origin !== `http://${headers.host}`) return 403;
    const site = headers['sec-fetch-site'];
    return site === undefined || site === 'same-origin' || site === 'none' ? undefined : 403;
  }

  #hasCookie({ cookie = '' }: IncomingHttpHeaders): boolean {
    const prefix = `${this.cookieName}=`;
    return cookie.split(/;\s*/).some((pair) => pair.startsWith(prefix) && this.#isToken(pair.slice(prefix.length)));
  }

  #isToken(candidate: string): boolean {
    const [a, b] = [Buffer.from(candidate), Buffer.from(this.token)];
    return a.length === b.length && timingSafeEqual(a, b);
  }
}
