import { z } from 'zod';
import { singleLine } from '../text.ts';

/** Colors of tags, by name; the window maps each to a light and a dark shade. */
export const TAG_COLORS = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const;
export type TagColor = (typeof TAG_COLORS)[number];
const Color = z.enum(TAG_COLORS).meta({ id: 'TagColor' });

/** Maximum length of a tag's name, in UTF-16 units. */
const MAX_TAG_NAME = 50;
export const TagName = singleLine(MAX_TAG_NAME);

/** A tag of moments. */
export const Tag = z
  .object({ id: z.string().describe('ID of the tag.'), name: z.string().describe('Name of the tag.'), color: Color })
  .meta({ id: 'Tag' });
export type Tag = z.infer<typeof Tag>;

export const CountedTag = Tag.extend({
  moment_count: z.number().int().meta({ description: 'Moments with the tag, except those in the trash.' }),
}).meta({ id: 'CountedTag' });
export type CountedTag = z.infer<typeof CountedTag>;

export const CreateTagRequest = z
  .object({
    name: TagName.describe('Name of the tag.'),
    color: Color.optional().meta({ description: 'Default: the least used one.' }),
  })
  .meta({ id: 'CreateTagRequest' });
export type CreateTagRequest = z.infer<typeof CreateTagRequest>;

export const UpdateTagRequest = z
  .object({
    name: TagName.optional().describe('Name of the tag.'),
    color: Color.optional().describe('Name of the color.'),
  })
  .meta({ id: 'UpdateTagRequest' });
export type UpdateTagRequest = z.infer<typeof UpdateTagRequest>;
