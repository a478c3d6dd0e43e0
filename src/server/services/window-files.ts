import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { mediaTypeOf } from '../../storage/media-types.ts';

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
      const html = PAGE_NAME.test(name) ? await read(`${name}.html`) : undefined;
      if (!html) return undefined;
      const nonce = randomBytes(16).toString('base64');
      return { html: html.toString('utf8').replaceAll(NONCE_MARK, nonce), contentSecurityPolicy: policy(nonce) };
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
 * make while a dialog is open (they stop the page behind from scrolling); `data:` images are the icons inside styles.
 */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
