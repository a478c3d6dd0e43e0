import { StringDecoder } from 'node:string_decoder';
import { BUNDLE_LIMITS } from '../../contract/bundles/manifest.ts';
import { invalidContent } from './bundle-errors.ts';

/** Values of a file with one JSON text a line. @param name of the entry @throws ReelscopeError `invalid_request` */
export async function* readLines(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<unknown, void> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop()!;
    if (rest.length > BUNDLE_LIMITS.lineBytes) throw invalidContent(name);
    for (const line of lines) yield parse(name, line);
  }
  rest += decoder.end();
  if (rest !== '') yield parse(name, rest);
}

function parse(name: string, line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw invalidContent(name, cause);
  }
}
