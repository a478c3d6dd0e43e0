import { z } from 'zod';

/** Parts of a `tokenizer.json` of the byte-level BPE kind that are read here. */
export const TokenizerFile = z.looseObject({
  model: z.looseObject({ vocab: z.record(z.string(), z.number()) }),
  added_tokens: z.array(z.looseObject({ id: z.number(), content: z.string() })),
});
export type TokenizerFile = z.infer<typeof TokenizerFile>;

/** Tokens that direct the model instead of writing text. */
export interface ControlTokens {
  startOfTranscript: number;
  endOfText: number;
  transcribe: number;
  translate: number;
  startOfPrevious: number;
  noSpeech: number;
  /** Time 0; each further token is 20 ms later. */
  firstTimestamp: number;
}

/** The tokens of a Whisper model. */
export interface Vocabulary {
  readonly control: ControlTokens;
  /** Language code to token; empty for models that recognize English only. */
  readonly languages: ReadonlyMap<string, number>;
  /** The bytes that a text token stands for. */
  bytesOf(token: number): Uint8Array;
  /** The text of tokens; control tokens and timestamps are left out. */
  textOf(tokens: readonly number[]): string;
}

/** @throws Error when a control token is missing: then it is not a tokenizer of Whisper */
export function createVocabulary(file: TokenizerFile, multilingual: boolean): Vocabulary {
  const added = new Map(file.added_tokens.map(({ content, id }) => [content, id]));
  for (const [content, id] of Object.entries(file.model.vocab)) if (/^<\|.*\|>$/.test(content)) added.set(content, id);
  const id = (...names: string[]): number => {
    const found = names.map((name) => added.get(`<|${name}|>`)).find((one) => one !== undefined);
    if (found === undefined) throw new Error(`The tokenizer has no token <|${names[0]}|>.`);
    return found;
  };
  const control: ControlTokens = {
    startOfTranscript: id('startoftranscript'),
    endOfText: id('endoftext'),
    transcribe: id('transcribe'),
    translate: id('translate'),
    startOfPrevious: id('startofprev'),
    noSpeech: id('nospeech', 'nocaptions'),
    firstTimestamp: id('notimestamps') + 1,
  };
  const languages = new Map<string, number>();
  if (multilingual) {
    for (const [content, token] of added) {
      const code = /^<\|([a-z]{2,3})\|>$/.exec(content)?.[1];
      if (code !== undefined && token > control.startOfTranscript && token < control.translate) {
        languages.set(code, token);
      }
    }
  }
  // Bytes are computed on request: an array of them for 50,000 tokens takes 40 MB.
  const texts: string[] = [];
  for (const [text, token] of Object.entries(file.model.vocab)) if (token < control.endOfText) texts[token] = text;
  const bytesOf = (token: number): Uint8Array =>
    Uint8Array.from(texts[token] ?? '', (character) => BYTE_OF.get(character) ?? 63);
  return {
    control,
    languages,
    bytesOf,
    textOf: (tokens) => Buffer.concat(tokens.map(bytesOf)).toString('utf8'),
  };
}

/** The printable characters by which byte-level BPE writes bytes (GPT-2, `encoder.py`, `bytes_to_unicode`). */
const BYTE_OF = new Map<string, number>();
for (let byte = 0, extra = 0; byte < 256; byte++) {
  const printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  BYTE_OF.set(String.fromCodePoint(printable ? byte : 256 + extra++), byte);
}
