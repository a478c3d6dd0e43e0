import { createHash } from 'node:crypto';
import { ReelscopeError } from '../../contract/errors.ts';
import type { EventExportQuery, EventRecording } from '../../contract/library/event-groups.ts';
import { type Placed, placedRecordings } from '../../core/events/clock.ts';
import { multicamToFcpxml } from '../../core/formats/multicam/fcpxml.ts';
import { type Multicam, multicamRate } from '../../core/formats/multicam/multicam.ts';
import { multicamToOtio, multicamToXmeml } from '../../core/formats/multicam/tracks.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { EventOwner } from '../../db/repositories/event-groups.ts';
import { blurOfQuery } from '../clips/blur-query.ts';
import { safeTitle } from '../clips/clip-names.ts';
import type { ClipService } from '../clips/clip-service.ts';
import type { ClipsFile } from '../clips/running-exports.ts';
import { requireFound } from '../errors/lookup.ts';
import type { ExportsService } from '../evidence/exports.ts';
import { sequenceSettings } from '../exports/sequence-settings.ts';
import type { EditedFiles } from '../library/files/edited-files.ts';
import { eventClipPlan } from './event-clips.ts';
import type { EventGroupsService } from './event-groups.ts';

export type EventExportService = ReturnType<typeof createEventExportService>;

const FORMATS = {
  fcpxml: { mediaType: 'application/xml; charset=utf-8', extension: 'fcpxml', write: multicamToFcpxml },
  xmeml: { mediaType: 'application/xml; charset=utf-8', extension: 'xml', write: multicamToXmeml },
  otio: { mediaType: 'application/json; charset=utf-8', extension: 'otio', write: multicamToOtio },
} as const;

/** Exports of events. Each is recorded in the histories of its videos. */
export function createEventExportService(parts: {
  store: Store;
  events: Pick<EventGroupsService, 'get'>;
  files: EditedFiles;
  exports: Pick<ExportsService, 'record'>;
  clips: Pick<ClipService, 'sideBySide'>;
}) {
  const { store, events, files, exports, clips } = parts;
  return {
    /**
     * Aborting `gone` stops the work on a clip.
     * @throws ReelscopeError `not_found`, `not_ready` (nothing is on the timeline), `invalid_request`, and like
     * {@link ClipService} for a clip
     */
    async make(owner: EventOwner, id: string, query: EventExportQuery, gone: AbortSignal): Promise<ClipsFile> {
      const event = events.get(owner, id);
      const { title } = event;
      const angles: (Multicam['angles'][number] & { clock: Placed<EventRecording> })[] = [];
      for (const clock of placedRecordings(event.recordings)) {
        const video = requireFound(store.videos.get(owner.userId, clock.job_id), 'video');
        angles.push({ file: await files.of(video), clock });
      }
      if (angles.length === 0) throw new ReelscopeError('not_ready', sentence('event.empty'));
      const multicam = { title, angles };
      const settings = sequenceSettings(query, multicamRate(multicam));
      const { format } = query;
      if (format === 'mp4') {
        const plan = eventClipPlan(
          event,
          angles.map(({ file, clock }) => ({ recording: clock, hasPicture: file.video !== null })),
          query,
          settings.rate,
        );
        return clips.sideBySide(owner.userId, plan, gone);
      }
      blurOfQuery(query);
      const { mediaType, extension, write } = FORMATS[format];
      const bytes = new TextEncoder().encode(write(multicam, settings));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      exports.record(owner.userId, { videos: angles.map(({ file }) => file.jobId), format, sha256 });
      return {
        name: `${safeTitle(title)}.${extension}`,
        mediaType,
        sizeBytes: bytes.length,
        body: new Blob([bytes]).stream(),
      };
    },
  };
}
