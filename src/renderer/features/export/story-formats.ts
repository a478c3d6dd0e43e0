import type { StoryFormat } from '../../../contract/search/stories.ts';

/** Formats of a story by group. A PDF is made of its HTML report. */
export const STORY_GROUPS = {
  video: ['mp4', 'zip'],
  read: ['html', 'pdf', 'docx', 'contact_sheet'],
  edit: ['edl', 'fcpxml', 'xmeml', 'otio', 'avid'],
  data: ['csv', 'json', 'md'],
  subtitles: ['srt', 'vtt'],
} as const satisfies Record<string, readonly (StoryFormat | 'pdf')[]>;
export type StoryGroup = keyof typeof STORY_GROUPS;
export type StoryFile = (typeof STORY_GROUPS)[StoryGroup][number];
