import { StringDecoder } from 'node:string_decoder';
import { parseJson } from '../../base/json/parse-json.ts';
import { BUNDLE_LIMITS } from '../../contract/bundles/manifest.ts';
import { invalidContent } from './bundle-errors.ts';

/** Values of a file with one JSON text a line. @param name of the entry @throws ReelscopeError `invalid_request` */
export async function* readLines(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<unknown, void> {
  const decoder = new StringDecoder('utf8');
  /** Parts of the line that is not complete: joined once, since a long one may come in many. */
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const text = decoder.write(chunk);
    const end = text.lastIndexOf('\n');
    if (end >= 0) {
      const lines = [...parts, text.slice(0, end)].join('').split('\n');
      for (const line of lines) yield parse(name, line);
      [parts, length] = [[], 0];
    }
    const rest = text.slice(end + 1);
    parts.push(rest);
    length += rest.length;
    if (length > BUNDLE_LIMITS.lineBytes) throw invalidContent(name);
  }
  const last = [...parts, decoder.end()].join('');
  if (last !== '') yield parse(name, last);
}

function parse(name: string, line: string): unknown {
  try {
    return parseJson(line);
  } catch (cause) {
    throw invalidContent(name, cause);
  }
}
