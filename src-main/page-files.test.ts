import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, pageFile, pageHeaders } from './page-files';

describe('pageFile', () => {
  test.each([
    ['/', '/app/page/index.html'],
    ['/index.html', '/app/page/index.html'],
    ['/assets/main-1a2b.js', '/app/page/assets/main-1a2b.js'],
    ['/assets/a%20b.svg', '/app/page/assets/a b.svg'],
  ])('%s', (path, file) => expect(pageFile('/app/page', path)).toBe(file));

  test.each([
    '/..',
    '/../secret',
    '/assets/../../secret',
    '/%2e%2e/secret',
    '/%2E%2E%2Fsecret',
    '/..%2fsecret',
    '/..%5csecret',
    '/assets\\..\\..\\secret',
    '/.env',
    '/assets/.hidden',
    '//etc/passwd',
    '/assets//x',
    '/C:/windows',
    '/%00',
    '/a%00.js',
    '/%',
    '/%ff',
    '',
    'index.html',
  ])('refuses %j', (path) => expect(pageFile('/app/page', path)).toBeUndefined());
});

test('the policy names no origin but our own and allows no inline script', () => {
  expect(contentSecurityPolicy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
  expect(pageHeaders('x.js')).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
  });
});
