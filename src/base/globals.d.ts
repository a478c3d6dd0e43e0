/*
 * Globals that Node and browsers share beyond the language itself: all that base/ and contract/ may use. Only their own
 * project (tsconfig/neutral.json) reads this file; the others have the full declarations of their environment.
 */

interface AbortSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

interface URL {
  readonly protocol: string;
}
declare const URL: { parse(url: string, base?: string): URL | null };

declare const crypto: { getRandomValues(array: Uint8Array): Uint8Array };

declare const performance: { now(): number };

type Timer = { readonly timer: unique symbol };
declare function setTimeout(callback: () => void, ms: number): Timer;
declare function clearTimeout(timer: Timer): void;

/** Base64 of a string whose characters are bytes. */
declare function btoa(bytes: string): string;
declare function atob(base64: string): string;

declare const TextDecoder: new (
  encoding?: string,
  options?: { fatal: boolean },
) => { decode(bytes: Uint8Array): string };

declare const DecompressionStream: new (
  format: 'deflate-raw',
) => {
  readonly writable: {
    getWriter(): { write(chunk: Uint8Array<ArrayBuffer>): Promise<void>; close(): Promise<void> };
  };
  readonly readable: {
    getReader(): {
      read(): Promise<{ value?: Uint8Array<ArrayBuffer> | undefined }>;
      cancel(): Promise<void>;
    };
  };
};
