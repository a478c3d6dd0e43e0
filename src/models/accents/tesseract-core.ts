import { createRequire } from 'node:module';

/** Tesseract's API for one language, as compiled to WebAssembly by `tesseract.js-core`. */
export interface TesseractApi {
  /** @param mode 1 for the neural recognizer @returns -1 on failure */
  Init(folder: null, language: string, mode: number): number;
  SetVariable(name: string, value: string): boolean;
  /** Reads the image `/input` of the file system. @returns 1 on failure */
  SetImageFile(orientation: number, angle: number): number;
  Recognize(monitor: null): number;
  /** Recognized words as a table, see Tesseract's `tsv` output. */
  GetTSVText(page: number): string;
  End(): void;
}

/** An instance of the WebAssembly module with its file system in memory. */
export interface TesseractCore {
  FS: { writeFile(path: string, data: Uint8Array): void; unlink(path: string): void };
  TessBaseAPI: new () => TesseractApi;
}

/** Loads the module. `report` receives what Tesseract prints about errors. */
export async function loadTesseractCore(report: (message: string) => void): Promise<TesseractCore> {
  const create = createRequire(import.meta.url)('tesseract.js-core/tesseract-core-simd-lstm.js') as (
    options: object,
  ) => Promise<TesseractCore>;
  return create({ print: report, printErr: report, TesseractProgress() {} });
}
