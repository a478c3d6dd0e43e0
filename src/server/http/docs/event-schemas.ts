import { z } from 'zod';
import { AskEvents } from '../../../contract/chat.ts';
import { JOB_EVENT_BODIES } from '../../../contract/events.ts';
import { LIBRARY_EVENT_BODIES } from '../../../contract/library-events.ts';

/** Data of server-sent events, which no operation refers to: its responses are streams of them. */
const EVENTS: Readonly<Record<string, z.ZodType>> = {
  ...{ AskTokenEvent: AskEvents.token, AskAnswerEvent: AskEvents.answer, AskErrorEvent: AskEvents.error },
  ...{ ModuleEvent: JOB_EVENT_BODIES.module, SegmentEvent: JOB_EVENT_BODIES.segment },
  ...{ ResetEvent: JOB_EVENT_BODIES.reset, VideoChange: LIBRARY_EVENT_BODIES.video },
  ...{ MomentChange: LIBRARY_EVENT_BODIES.moment, TagChange: LIBRARY_EVENT_BODIES.tag },
  StoryChange: LIBRARY_EVENT_BODIES.story,
};

/** Schemas of server-sent events, and those that they refer to, as components of an OpenAPI document. */
export function eventSchemas(): Record<string, object> {
  const components: Record<string, object> = {};
  for (const [name, schema] of Object.entries(EVENTS)) {
    const json = JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }));
    const { $schema: _, $defs = {}, ...own } = JSON.parse(json.replaceAll('"#/$defs/', '"#/components/schemas/'));
    // A schema with an id of its own is among the definitions.
    Object.assign(components, $defs, '$ref' in own ? {} : { [name]: own });
  }
  return Object.fromEntries(Object.entries(components).map(withoutId));
}

/** The name of a component is its key. */
function withoutId([name, schema]: [string, object]): [string, object] {
  const { $id: _, id: __, ...rest } = schema as Record<string, unknown>;
  return [name, rest];
}
