import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import { englishText } from '../texts/sentence.ts';

/** Whether the message of a finding, which windows and reports show in its place, would show other words. Pure. */
export function showsOtherWords({ content, data }: Pick<SegmentDraft, 'content' | 'data'>): boolean {
  return data?.text !== undefined && englishText(data.text) !== content;
}
