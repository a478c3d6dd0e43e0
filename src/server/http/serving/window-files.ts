import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { mediaTypeOf } from '../../../storage/media-types.ts';

export type WindowFiles = ReturnType<typeof createWindowFiles>;

/** Stands in a built page for the nonce of one answer. */
const NONCE_MARK = '__STYLE_NONCE__';
/** Names that Vite gives: no separators, so nothing outside the folder can be named. */
const ASSET_NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,200}$/;
const PAGE_NAME = /^[a-z-]{1,40}$/;
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  map: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

export interface WindowPage {
  html: string;
  contentSecurityPolicy: string;
}

/** The built pages of the window and their assets. @param folder undefined: this host has none */
export function createWindowFiles(folder: string | undefined) {
  const read = (...parts: string[]): Promise<Buffer | undefined> =>
    folder === undefined
      ? Promise.resolve(undefined)
      : fs.readFile(join(folder, ...parts)).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined;
          throw error;
        });
  return {
    /** A page with its policy; undefined when it was not built. @param name of its .html file */
    async page(name: string): Promise<WindowPage | undefined> {
      const html = PAGE_NAME.test(name) ? (await read(`${name}.html`))?.toString('utf8') : undefined;
      if (html === undefined) return undefined;
      if (!html.includes(NONCE_MARK)) return { html, contentSecurityPolicy: policy([], []) };
      const nonce = randomBytes(16).toString('base64');
      // `data:` images are the icons inside styles, `blob:` what the window itself made.
      const contentSecurityPolicy = policy([`'nonce-${nonce}'`], ['blob:', 'data:']);
      return { html: html.replaceAll(NONCE_MARK, nonce), contentSecurityPolicy };
    },
    /** A file of the build, named by its content. */
    async asset(name: string): Promise<{ body: Buffer; mediaType: string } | undefined> {
      const body = ASSET_NAME.test(name) ? await read('assets', name) : undefined;
      if (!body) return undefined;
      return { body, mediaType: TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? mediaTypeOf(name) };
    },
  };
}

/**
 * Scripts and data from this server only, none inline. The nonce admits the style elements that the headless widgets
 * make while a dialog is open (they stop the page behind from scrolling); the share page has none and gets none.
 */
function policy(styles: readonly string[], pictures: readonly string[]): string {
  const from = (name: string, more: readonly string[]) => [name, "'self'", ...more].join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    from('style-src', styles),
    from('img-src', pictures),
    from('media-src', pictures.includes('blob:') ? ['blob:'] : []),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
