import type {
  EditTranscriptRequest,
  EditTranscriptResponse,
  TranscriptEdit,
  TranscriptEditResult,
} from '../../contract/analysis/transcript-edits.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { SegmentRow } from '../../db/schema.ts';
import { notFound, parseId, requireFound, requireVideo } from '../errors/lookup.ts';
import { toSegment } from './mappers/segment-mapper.ts';

export type TranscriptsService = ReturnType<typeof createTranscriptsService>;

/**
 * Edits of transcripts, stored as corrections. @param changed called after an edit, since lines lack embeddings of
 * their new content
 */
export function createTranscriptsService(store: Store, changed: () => void) {
  const lineOf = (userId: number, videoId: number, id: string): SegmentRow => {
    const row = requireFound(store.segments.get(userId, parseId(id, 'segment')), 'segment');
    if (row.videoId !== videoId || row.module !== 'transcription') throw notFound('segment');
    return row;
  };

  const apply = (userId: number, videoId: number, edit: TranscriptEdit): TranscriptEditResult => {
    const read = (...ids: number[]) => ids.map((id) => toSegment(store.segments.get(userId, id)!));
    if (edit.type === 'restore') {
      const id = store.segments.restore(videoId, parseId(edit.restore_id, 'removed-line'));
      return { segments: read(requireFound(id, 'removed-line')), removed: [] };
    }
    const line = lineOf(userId, videoId, edit.segment_id);
    switch (edit.type) {
      case 'text':
        store.segments.correct(userId, line.id, { content: edit.content }, null);
        return { segments: read(line.id), removed: [] };
      case 'speaker':
        if (edit.speaker_id !== null) store.speakers.ensure(videoId, edit.speaker_id);
        store.segments.correct(userId, line.id, { speaker: edit.speaker_id }, null);
        return { segments: read(line.id), removed: [] };
      case 'split': {
        const second = store.segments.split(line, edit.at);
        if (second === undefined) throw new ReelscopeError('invalid_request', sentence('transcript.split'));
        return { segments: read(line.id, second), removed: [] };
      }
      case 'merge': {
        const next = lineOf(userId, videoId, edit.next_id);
        if (store.segments.nextOf(line) !== next.id) {
          throw new ReelscopeError('invalid_request', sentence('transcript.merge'));
        }
        store.segments.merge(line, next);
        return { segments: read(line.id), removed: [edit.next_id] };
      }
      case 'remove':
        return {
          segments: [],
          removed: [edit.segment_id],
          restore_id: String(store.segments.removeLine(line)),
        };
    }
  };

  return {
    /** Applies all edits in order, or none. @throws ReelscopeError `not_found`, `invalid_request` */
    edit(userId: number, jobId: string, { edits }: EditTranscriptRequest): EditTranscriptResponse {
      const { id } = requireVideo(store, userId, jobId);
      const results = store.transaction(() => edits.map((edit) => apply(userId, id, edit)));
      changed();
      return { results };
    },
  };
}
