/** A stream of server-sent events as an answer that nobody between keeps or holds back (WHATWG HTML, section 9.2). */
export function eventResponse(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // nginx would gather events before it hands them on.
      'X-Accel-Buffering': 'no',
    },
  });
}
