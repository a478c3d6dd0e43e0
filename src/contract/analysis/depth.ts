import { z } from 'zod';

/**
 * `preview`: key frames only, for a first look; its findings are marked as preview until a full analysis replaces them.
 */
export const Depth = z.enum(['full', 'preview']).meta({
  id: 'Depth',
  description:
    'preview looks at key frames only and marks its findings with `data.preview`; full decodes everything (extension).',
});
export type Depth = z.infer<typeof Depth>;
