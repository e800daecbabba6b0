import { extname, join, sep } from 'node:path';

/** What both hosts serve the built page with: which file a path means, its type, and what the page may do. */

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * No script but our own files, nothing from elsewhere. Style attributes stay allowed: chessground places its
 * pieces with them. Images as data: URLs are the piece drawings in the style sheet.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The file under `root` that a URL's path names, or undefined for anything that would leave it. Segments are
 * taken apart after decoding, so that no encoding of `..`, of a separator or of NUL gets through.
 */
export function pageFile(root: string, pathname: string): string | undefined {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  if (!path.startsWith('/') || /[\0\\:]/.test(path)) return undefined;
  const segments = path === '/' ? ['index.html'] : path.slice(1).split('/');
  if (segments.some((segment) => segment === '' || segment.startsWith('.'))) return undefined;
  const file = join(root, ...segments);
  return file.startsWith(root.endsWith(sep) ? root : root + sep) ? file : undefined;
}

/** Headers of an answer with one of the page's files. */
export function pageHeaders(file: string): Record<string, string> {
  return {
    'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
    'cache-control': 'no-store',
  };
}
