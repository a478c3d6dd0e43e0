/** One server-sent event. */
export interface EventFrame {
  id: string;
  name: string;
  data: string;
}

/** The frames of a stream of server-sent events (WHATWG HTML, section 9.2.6), as this server writes them. */
export async function* readFrames(body: ReadableStream<Uint8Array>): AsyncGenerator<EventFrame> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const frames = (rest + value).split('\n\n');
      rest = frames.pop()!;
      for (const frame of frames) {
        const event = parseFrame(frame);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** One frame; undefined for comments. */
function parseFrame(frame: string): EventFrame | undefined {
  const fields = new Map<string, string>();
  for (const line of frame.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).replace(/^ /, ''));
  }
  const name = fields.get('event');
  const data = fields.get('data');
  return name === undefined || data === undefined ? undefined : { id: fields.get('id') ?? '', name, data };
}
