import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ApiClient } from '../client/api-client.ts';
import type { Consent } from './consent.ts';
import type { AgentPermissions } from './library.ts';

/** Everything that a tool works with. */
interface ToolContext {
  api: ApiClient;
  permissions: AgentPermissions;
  consent: Consent;
  /** Aborted when the client cancels the call. */
  signal: AbortSignal;
  call: ServerContext;
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  /** For the model that chooses a tool. */
  description: string;
  input: Input;
  /** Structured content of a result. */
  output: z.ZodObject;
  /** Whether it changes nothing in the library and on the disk. */
  isReadOnly: boolean;
  /** @throws ReelscopeError */
  run(input: z.output<Input>, context: ToolContext): Promise<CallToolResult | InputRequiredResult>;
}

/** Types the input of a tool by its schema. */
export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool;
}

export const JobIdInput = z.string().min(1).max(64).describe('job_id of a video, from list_videos or search_moments.');

/** A time as agents write it: seconds, a position such as `1:02:03.5`, or a timecode. */
export const TimeInput = z
  .union([z.number().min(0).max(1e9), z.string().max(20)])
  .describe(
    'Seconds from the start of the video, a position such as "1:02:03.5", or a timecode such as "10:00:05:12" that counts from its start timecode.',
  );

export const OffsetInput = z.int().min(0).default(0).describe('next_offset of the result before, to continue a list.');
