import type { KeyScope } from '../../contract/account/keys.ts';
import type { UpdateProfileRequest } from '../../contract/account/profile.ts';
import type { CloserLookRequest } from '../../contract/analysis/closer-look.ts';
import type { MissQuery } from '../../contract/analysis/coverage-map.ts';
import type { Depth } from '../../contract/analysis/depth.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { UpdatePersonRequest } from '../../contract/analysis/people.ts';
import type { SpeechOptions } from '../../contract/analysis/processing.ts';
import type { UpdateQueueJobRequest, UpdateQueueSettingsRequest } from '../../contract/analysis/queue.ts';
import type { ResultFormat, Results } from '../../contract/analysis/results.ts';
import type { CreateSegmentRequest, UpdateSegmentRequest } from '../../contract/analysis/segment.ts';
import type { FindVoiceRequest, KeepVoiceRequest } from '../../contract/analysis/speakers.ts';
import type { TextLanguage } from '../../contract/analysis/text-languages.ts';
import type { TranscriptEdit } from '../../contract/analysis/transcript-edits.ts';
import type { ImportBundleRequest, InspectBundleRequest } from '../../contract/bundles/imports.ts';
import type { FactSheetRequest } from '../../contract/evidence/checks.ts';
import type { RecordExportRequest } from '../../contract/evidence/manifest.ts';
import type { Blur } from '../../contract/library/blur.ts';
import type { PlaceRecordingRequest } from '../../contract/library/event-groups.ts';
import type { CreateProjectRequest, UpdateProjectRequest } from '../../contract/library/projects.ts';
import type { UpdateStorageOptionsRequest } from '../../contract/library/storage.ts';
import type { UpdateTagRequest } from '../../contract/library/tags.ts';
import type { VideoStatus } from '../../contract/library/video.ts';
import type { UpdateVideoRequest } from '../../contract/library/videos.ts';
import type {
  CreateWatchFolderRequest,
  UpdateWatchFolderRequest,
  WatchOutcome,
} from '../../contract/library/watch-folders.ts';
import type { CreateMomentRequest, UpdateMomentRequest } from '../../contract/search/moments.ts';
import type { CreateSavedSearchRequest, UpdateSavedSearchRequest } from '../../contract/search/saved-searches.ts';
import { SEMANTIC_SEARCH_HEADER, type SearchRequest, type ValueField } from '../../contract/search/search.ts';
import type { CreateStoryRequest, NewStoryItem, UpdateStoryRequest } from '../../contract/search/stories.ts';
import type { UpdateCommentRequest } from '../../contract/sharing/comments.ts';
import type { UpdateSharingRequest } from '../../contract/sharing/sharing.ts';
import type { UpdateEngineOptionsRequest } from '../../contract/system/models.ts';
import type { UpdateUpdatesRequest } from '../../contract/system/updates.ts';
import { type Credential, headerOf } from './credential.ts';
import { readResults } from './read-results.ts';
import { request, requestWithHeaders, send } from './request.ts';
import { requestChanged } from './request-changed.ts';
import { askStream, checkStream } from './result-stream.ts';
import type { Routes } from './routes.gen.ts';

type Signal = AbortSignal | undefined;

/** Options of an analysis run. */
export interface RunRequest {
  modules: readonly ModuleName[];
  initial_prompt?: string;
  speaker_count?: number | null;
  speech?: SpeechOptions;
  text_languages?: readonly TextLanguage[];
  audio_tracks?: readonly number[] | null;
  video_track?: number | null;
  depth?: Depth;
  /** Keeps what a canceled run had finished. */
  resume?: boolean;
}

/** Moments to list. */
export type MomentsFilter = NonNullable<Routes['GET /moments']['query']>;

/** The API by resource, as far as the window uses it. Every method throws like {@link request}. */
export const api = {
  health: (signal?: Signal) => request('GET /health', { signal }),
  /** Verifies a credential with the server without storing it. */
  checkCredential: async (credential: Credential): Promise<void> => {
    await send('GET /profile', { headers: { Authorization: headerOf(credential) } });
  },
  renewToken: () => request('POST /tokens'),
  dashboard: (signal?: Signal) => request('GET /dashboard', { signal }),
  /** Resolves when the server has reopened the repaired library. */
  repairLibrary: () => request('POST /library/repair'),
  libraryState: (signal?: Signal) => request('GET /library/state', { signal }),
  /** @param projectId also the modules that are turned on for this project */
  modules: (signal?: Signal, projectId?: string) =>
    request('GET /modules', { signal, query: { project_id: projectId } }),
  /** Signed URL templates for the thumbnails and stills of all videos. */
  pictures: (signal?: Signal) => request('GET /pictures', { signal }),

  videos: {
    list: (signal?: Signal) => requestChanged('GET /videos', { signal }),
    withStatus: (status: VideoStatus, signal?: Signal) => request('GET /videos', { query: { status }, signal }),
    get: (jobId: string, signal?: Signal) => request('GET /videos/{job_id}', { params: { job_id: jobId }, signal }),
    update: (jobId: string, change: UpdateVideoRequest) =>
      request('PATCH /videos/{job_id}', { params: { job_id: jobId }, body: change }),
    /** Deletes it for good. */
    remove: (jobId: string) => request('DELETE /videos/{job_id}', { params: { job_id: jobId } }),
    trash: (jobId: string) => request('POST /videos/{job_id}/trash', { params: { job_id: jobId } }),
    restore: (jobId: string) => request('POST /videos/{job_id}/restore', { params: { job_id: jobId } }),
    /** The results as a bundle for another library. */
    bundle: (jobId: string, signal?: Signal) =>
      send('GET /videos/{job_id}/bundle', { params: { job_id: jobId }, signal }),
    inspectBundle: (body: InspectBundleRequest, signal?: Signal) => request('POST /bundles/inspect', { body, signal }),
    importBundle: (body: ImportBundleRequest, signal?: Signal) => request('POST /bundles/import', { body, signal }),
    playback: (jobId: string, signal?: Signal) =>
      request('GET /videos/{job_id}/playback', { params: { job_id: jobId }, signal }),
    media: (jobId: string, signal?: Signal) =>
      request('GET /videos/{job_id}/media', { params: { job_id: jobId }, signal }),
    appearances: (jobId: string, signal?: Signal) =>
      request('GET /videos/{job_id}/appearances', { params: { job_id: jobId }, signal }),
    /** Status of the playable copy; the first call starts making it. */
    proxy: (jobId: string, signal?: Signal) =>
      request('GET /videos/{job_id}/proxy', { params: { job_id: jobId }, signal }),
    /** Connects a video with a moved file, or accepts another content. */
    relink: (jobId: string, body: { path?: string; replace?: boolean }) =>
      request('POST /videos/{job_id}/relink', { params: { job_id: jobId }, body }),
    retryProxy: (jobId: string) => request('POST /videos/{job_id}/proxy', { params: { job_id: jobId } }),
    coverage: (jobId: string, signal?: Signal) =>
      request('GET /videos/{job_id}/coverage', { params: { job_id: jobId }, signal }),
    /** Why a module found nothing in a part of a video. */
    explainMiss: (jobId: string, query: MissQuery) =>
      request('GET /videos/{job_id}/coverage/miss', { params: { job_id: jobId }, query }),
    closerLooks: (jobId: string, signal?: Signal) =>
      request('GET /videos/{job_id}/closer-looks', { params: { job_id: jobId }, signal }),
    lookCloser: (jobId: string, body: CloserLookRequest) =>
      request('POST /videos/{job_id}/closer-looks', { params: { job_id: jobId }, body }),
    /** Starts nothing. */
    closerEstimate: (jobId: string, body: CloserLookRequest, signal?: Signal) =>
      request('POST /videos/{job_id}/closer-looks/estimate', { params: { job_id: jobId }, body, signal }),
    cancelCloserLook: (jobId: string, lookId: string) =>
      request('POST /videos/{job_id}/closer-looks/{look_id}/cancel', { params: { job_id: jobId, look_id: lookId } }),
    waveform: (jobId: string, signal?: Signal) =>
      request('GET /videos/{job_id}/waveform', { params: { job_id: jobId }, signal }),
    process: (jobId: string, run: RunRequest) =>
      request('POST /videos/{job_id}/process', { params: { job_id: jobId }, body: run }),
    sharedReports: (jobId: string, signal?: Signal) =>
      request('GET /videos/{job_id}/shared-reports', { params: { job_id: jobId }, signal }),
  },

  comments: {
    ofVideo: (jobId: string, signal?: Signal) =>
      request('GET /videos/{job_id}/comments', { params: { job_id: jobId }, signal }),
    ofStory: (storyId: string, signal?: Signal) =>
      request('GET /stories/{story_id}/comments', { params: { story_id: storyId }, signal }),
    update: (jobId: string, id: string, change: UpdateCommentRequest) =>
      request('PATCH /videos/{job_id}/comments/{comment_id}', {
        params: { job_id: jobId, comment_id: id },
        body: change,
      }),
    remove: (jobId: string, id: string) =>
      request('DELETE /videos/{job_id}/comments/{comment_id}', { params: { job_id: jobId, comment_id: id } }),
  },

  checks: {
    check: checkStream,
    /** The checked text as a file. */
    factSheet: (body: FactSheetRequest) => send('POST /checks/fact-sheet', { body }),
  },

  evidence: {
    /** Facts about the files and analyses of videos, for a report. */
    manifest: (videos: string[], include_recording: boolean, signal?: Signal) =>
      request('POST /manifests', { body: { videos, include_recording }, signal }),
    /** Records an exported file in the histories of its videos; returns its signature. */
    /** Citation IDs of the findings of a video. */
    citations: (jobId: string) => request('GET /videos/{job_id}/citations', { params: { job_id: jobId } }),
    recordExport: (body: RecordExportRequest) => request('POST /exports', { body }),
    verify: (report: Blob) => request('POST /verify', { file: report }),
    history: (jobId: string, signal?: Signal) =>
      request('GET /videos/{job_id}/audit', { params: { job_id: jobId }, signal }),
    /** The history as a file. */
    historyCsv: async (jobId: string): Promise<Blob> =>
      (await send('GET /videos/{job_id}/audit', { params: { job_id: jobId }, query: { format: 'csv' } })).blob(),
  },

  analyses: {
    list: (jobId: string, signal?: Signal) =>
      request('GET /videos/{job_id}/analyses', { params: { job_id: jobId }, signal }),
    compare: (jobId: string, from: string, to: string, signal?: Signal) =>
      request('GET /videos/{job_id}/compare', { params: { job_id: jobId }, query: { from, to }, signal }),
    restore: (jobId: string, id: string) =>
      request('POST /videos/{job_id}/analyses/{analysis_id}/restore', { params: { job_id: jobId, analysis_id: id } }),
  },

  jobs: {
    status: (jobId: string, signal?: Signal) =>
      request('GET /processing/{job_id}/status', { params: { job_id: jobId }, signal }),
    cancel: (jobId: string) => request('POST /processing/{job_id}/cancel', { params: { job_id: jobId } }),
    cancelAll: () => request('POST /processing/cancel'),
    moveFirst: (jobId: string) => request('POST /processing/{job_id}/next', { params: { job_id: jobId } }),
  },

  queue: {
    get: (signal?: Signal) => request('GET /queue', { signal }),
    updateSettings: (body: UpdateQueueSettingsRequest) => request('PATCH /settings/queue', { body }),
    update: (jobId: string, body: UpdateQueueJobRequest) =>
      request('PATCH /queue/{job_id}', { params: { job_id: jobId }, body }),
  },

  results: {
    /** All findings so far, including those of an analysis that is still running. */
    get: async (jobId: string, signal?: Signal): Promise<Results> => {
      const response = await send('GET /results/job/{job_id}', {
        params: { job_id: jobId },
        signal,
        query: { partial: 'true' },
      });
      return readResults(response.body!, signal);
    },
    /** The findings as a file, which the history records. */
    export: (jobId: string, query: Routes['GET /videos/{job_id}/export']['query'], signal?: Signal) =>
      send('GET /videos/{job_id}/export', { params: { job_id: jobId }, query, signal }),
    /** The findings as text, which no history records. */
    download: async (jobId: string, format: ResultFormat, modules?: readonly ModuleName[]): Promise<Blob> => {
      const query = { format, modules: modules?.join(',') };
      return (await send('GET /results/job/{job_id}', { params: { job_id: jobId }, query })).blob();
    },
  },

  segments: {
    add: (jobId: string, finding: CreateSegmentRequest) =>
      request('POST /videos/{job_id}/segments', { params: { job_id: jobId }, body: finding }),
    update: (id: string, change: UpdateSegmentRequest) =>
      request('PATCH /segments/{segment_id}', { params: { segment_id: id }, body: change }),
    remove: (id: string) => request('DELETE /segments/{segment_id}', { params: { segment_id: id } }),
    editTranscript: (jobId: string, edits: TranscriptEdit[]) =>
      request('POST /videos/{job_id}/transcript/edits', { params: { job_id: jobId }, body: { edits } }),
  },

  moments: {
    list: (query: MomentsFilter, signal?: Signal) => request('GET /moments', { query, signal }),
    create: (moment: CreateMomentRequest) => request('POST /moments', { body: moment }),
    update: (id: string, change: UpdateMomentRequest) =>
      request('PATCH /moments/{moment_id}', { params: { moment_id: id }, body: change }),
    /** Moves it to the trash, or deletes it for good. */
    remove: (id: string, isPermanent: boolean) =>
      request('DELETE /moments/{moment_id}', {
        params: { moment_id: id },
        query: { permanent: isPermanent ? 'true' : 'false' },
      }),
    restore: (id: string) => request('POST /moments/{moment_id}/restore', { params: { moment_id: id } }),
  },

  tags: {
    list: (signal?: Signal) => request('GET /tags', { signal }),
    update: (id: string, change: UpdateTagRequest) =>
      request('PATCH /tags/{tag_id}', { params: { tag_id: id }, body: change }),
    remove: (id: string) => request('DELETE /tags/{tag_id}', { params: { tag_id: id } }),
  },

  trash: {
    list: (signal?: Signal) => request('GET /trash', { signal }),
    empty: () => request('DELETE /trash'),
  },

  stories: {
    list: (signal?: Signal) => request('GET /stories', { signal }),
    get: (id: string, signal?: Signal) => request('GET /stories/{story_id}', { params: { story_id: id }, signal }),
    create: (story: CreateStoryRequest) => request('POST /stories', { body: story }),
    update: (id: string, change: UpdateStoryRequest) =>
      request('PATCH /stories/{story_id}', { params: { story_id: id }, body: change }),
    /** Moves it to the trash, or deletes it for good. */
    remove: (id: string, isPermanent: boolean) =>
      request('DELETE /stories/{story_id}', {
        params: { story_id: id },
        query: { permanent: isPermanent ? 'true' : 'false' },
      }),
    restore: (id: string) => request('POST /stories/{story_id}/restore', { params: { story_id: id } }),
    /** @param position index of the first new item; without it, they follow the last one */
    addItems: (id: string, items: readonly NewStoryItem[], position?: number) =>
      request('POST /stories/{story_id}/items', {
        params: { story_id: id },
        body: { items: [...items], ...(position !== undefined && { position }) },
      }),
    updateItem: (id: string, itemId: string, text: string) =>
      request('PATCH /stories/{story_id}/items/{item_id}', {
        params: { story_id: id, item_id: itemId },
        body: { text },
      }),
    removeItem: (id: string, itemId: string) =>
      request('DELETE /stories/{story_id}/items/{item_id}', { params: { story_id: id, item_id: itemId } }),
    order: (id: string, itemIds: readonly string[]) =>
      request('PUT /stories/{story_id}/order', { params: { story_id: id }, body: { item_ids: [...itemIds] } }),
    sharedReports: (id: string, signal?: Signal) =>
      request('GET /stories/{story_id}/shared-reports', { params: { story_id: id }, signal }),
    /** The story as a file. */
    download: (id: string, query: Routes['GET /stories/{story_id}/export']['query'], signal?: Signal) =>
      send('GET /stories/{story_id}/export', { params: { story_id: id }, query, signal }),
  },

  events: {
    list: (signal?: Signal) => request('GET /event-groups', { signal }),
    get: (id: string, signal?: Signal) => request('GET /event-groups/{event_id}', { params: { event_id: id }, signal }),
    create: (jobIds: string[]) => request('POST /event-groups', { body: { job_ids: jobIds } }),
    add: (id: string, jobIds: string[]) =>
      request('POST /event-groups/{event_id}/recordings', { params: { event_id: id }, body: { job_ids: jobIds } }),
    rename: (id: string, title: string) =>
      request('PATCH /event-groups/{event_id}', { params: { event_id: id }, body: { title } }),
    remove: (id: string) => request('DELETE /event-groups/{event_id}', { params: { event_id: id } }),
    /** @param all discards what was set by hand */
    sync: (id: string, all: boolean) =>
      request('POST /event-groups/{event_id}/sync', { params: { event_id: id }, query: all ? { all: 'true' } : {} }),
    cancel: (id: string) => request('POST /event-groups/{event_id}/cancel', { params: { event_id: id } }),
    /** The event as a clip, or as a file for editing programs. */
    download: (id: string, query: Routes['GET /event-groups/{event_id}/export']['query'], signal?: Signal) =>
      send('GET /event-groups/{event_id}/export', { params: { event_id: id }, query, signal }),
    place: (id: string, jobId: string, body: PlaceRecordingRequest) =>
      request('PATCH /event-groups/{event_id}/recordings/{job_id}', {
        params: { event_id: id, job_id: jobId },
        body,
      }),
    removeRecording: (id: string, jobId: string) =>
      request('DELETE /event-groups/{event_id}/recordings/{job_id}', { params: { event_id: id, job_id: jobId } }),
  },

  speakers: {
    list: (jobId: string, signal?: Signal) =>
      request('GET /videos/{job_id}/speakers', { params: { job_id: jobId }, signal }),
    rename: (jobId: string, speakerId: string, name: string | null) =>
      request('PATCH /videos/{job_id}/speakers/{speaker_id}', {
        params: { job_id: jobId, speaker_id: speakerId },
        body: { name },
      }),
    merge: (jobId: string, speakerId: string, into: string) =>
      request('POST /videos/{job_id}/speakers/{speaker_id}/merge', {
        params: { job_id: jobId, speaker_id: speakerId },
        body: { into },
      }),
    unmerge: (jobId: string, speakerId: string) =>
      request('DELETE /videos/{job_id}/speakers/{speaker_id}/merge', {
        params: { job_id: jobId, speaker_id: speakerId },
      }),
  },

  voices: {
    list: (signal?: Signal) => request('GET /voices', { signal }),
    find: (voice: FindVoiceRequest) => request('POST /voices/search', { body: voice }),
    keep: (voice: KeepVoiceRequest) => request('POST /voices', { body: voice }),
    remove: (id: string) => request('DELETE /voices/{voice_id}', { params: { voice_id: id } }),
  },

  people: {
    ofProject: (projectId: string, signal?: Signal) =>
      request('GET /projects/{project_id}/people', { params: { project_id: projectId }, signal }),
    enable: (projectId: string) =>
      request('POST /projects/{project_id}/people', {
        params: { project_id: projectId },
        body: { acknowledged: true },
      }),
    /** Turns people off and deletes everything about them. */
    disable: (projectId: string) =>
      request('DELETE /projects/{project_id}/people', { params: { project_id: projectId } }),
    inVideo: (jobId: string, signal?: Signal) =>
      request('GET /videos/{job_id}/people', { params: { job_id: jobId }, signal }),
    checkBlur: (
      jobId: string,
      { faces, person_ids }: Blur,
      range: { start_time?: number; end_time?: number },
      signal?: Signal,
    ) =>
      request('GET /videos/{job_id}/people/blur', {
        params: { job_id: jobId },
        query: { faces, ...(person_ids && { person_ids: person_ids.join(',') }), ...range },
        signal,
      }),
    get: (id: string, signal?: Signal) => request('GET /people/{person_id}', { params: { person_id: id }, signal }),
    tracks: (id: string, signal?: Signal) =>
      request('GET /people/{person_id}/tracks', { params: { person_id: id }, signal }),
    update: (id: string, change: UpdatePersonRequest) =>
      request('PATCH /people/{person_id}', { params: { person_id: id }, body: change }),
    remove: (id: string) => request('DELETE /people/{person_id}', { params: { person_id: id } }),
    merge: (id: string, into: string) =>
      request('POST /people/{person_id}/merge', { params: { person_id: id }, body: { into } }),
    split: (id: string, trackIds: readonly string[]) =>
      request('POST /people/{person_id}/split', { params: { person_id: id }, body: { track_ids: [...trackIds] } }),
    separate: (id: string, trackIds: readonly string[]) =>
      request('POST /people/{person_id}/separate', { params: { person_id: id }, body: { track_ids: [...trackIds] } }),
  },

  savedSearches: {
    list: (signal?: Signal) => request('GET /saved-searches', { signal }),
    create: (search: CreateSavedSearchRequest) => request('POST /saved-searches', { body: search }),
    update: (id: string, change: UpdateSavedSearchRequest) =>
      request('PATCH /saved-searches/{search_id}', { params: { search_id: id }, body: change }),
    remove: (id: string) => request('DELETE /saved-searches/{search_id}', { params: { search_id: id } }),
    markSeen: (id: string) => request('POST /saved-searches/{search_id}/seen', { params: { search_id: id } }),
  },
  videoFacts: (signal?: Signal) => request('GET /library/facts', { signal }),

  spokenLanguages: (signal?: Signal) => request('GET /search/languages', { signal }),

  queryValues: (field: ValueField, signal?: Signal) => request('GET /search/values', { query: { field }, signal }),

  /** Shots that look like a picture, or like the frame that the query names. */
  searchVisually: (query: Routes['POST /search/visual']['query'], file: Blob | undefined, signal?: Signal) =>
    request('POST /search/visual', { query: query ?? {}, ...(file && { file }), signal }),

  /** Hits, whether semantic search took part, hints about the query, and its words that no finding contains. */
  search: async (query: Omit<Partial<SearchRequest>, 'include'> & { query: string }, signal?: Signal) => {
    const { body, headers } = await requestWithHeaders('POST /search', {
      body: { ...query, include: ['query'] },
      signal,
    });
    const hits = Array.isArray(body) ? body : body.segments;
    const hints = Array.isArray(body) ? [] : (body.query?.hints ?? []);
    const unknown = Array.isArray(body) ? [] : (body.query?.unknown ?? []);
    return { hits, hints, unknown, isSemantic: headers.get(SEMANTIC_SEARCH_HEADER) !== 'false' };
  },

  chat: {
    ask: askStream,
    sessions: (videoId?: string, signal?: Signal) =>
      request('GET /chat/sessions', { query: { video_id: videoId }, signal }),
    deletedSessions: (signal?: Signal) => request('GET /chat/sessions', { query: { deleted: 'true' }, signal }),
    /** Chats about several videos. */
    scopedSessions: (signal?: Signal) => request('GET /chat/sessions', { query: { scoped: 'true' }, signal }),
    messages: (sessionId: string, signal?: Signal) =>
      request('GET /chat/sessions/{session_id}/messages', { params: { session_id: sessionId }, signal }),
    rename: (sessionId: string, title: string) =>
      request('PATCH /chat/sessions/{session_id}', { params: { session_id: sessionId }, body: { title } }),
    remove: (sessionId: string) => request('DELETE /chat/sessions/{session_id}', { params: { session_id: sessionId } }),
  },

  storage: {
    uploadUrl: (file_name: string, content_type: string, signal?: Signal) =>
      request('POST /storage/upload-url', { body: { file_name, content_type }, signal }),
    importFile: (path: string, import_id: string, signal?: Signal) =>
      request('POST /storage/import', { body: { path, import_id, wait: false }, signal }),
    imports: (signal?: Signal) => request('GET /storage/imports', { signal }),
    register: (body: Routes['POST /processing/register-upload']['body'], signal?: Signal) =>
      request('POST /processing/register-upload', { body, signal }),
    options: (signal?: Signal) => request('GET /storage/options', { signal }),
    updateOptions: (body: UpdateStorageOptionsRequest) => request('PATCH /storage/options', { body }),
    use: (signal?: Signal) => request('GET /storage/files', { signal }),
    summary: (signal?: Signal) => request('GET /storage/summary', { signal }),
    /** Videos with an identical file. */
    duplicates: (file_path: string, signal?: Signal) =>
      request('GET /storage/duplicates', { query: { file_path }, signal }),
    /** Videos whose file is missing or changed. */
    sourceProblems: (signal?: Signal) => request('GET /storage/sources', { signal }),
    relinkFolder: (path: string) => request('POST /storage/relink', { body: { path } }),
    clearCopies: () => request('DELETE /storage/proxies'),
    removeFile: (file_path: string) => request('DELETE /storage/files', { body: { file_path } }),
  },

  backups: {
    list: (signal?: Signal) => request('GET /backups', { signal }),
    create: () => request('POST /backups', { body: {} }),
    /** Resolves when the server has reopened the restored library. */
    restore: (name: string) => request('POST /backups/restore', { body: { name } }),
    remove: (name: string) => request('DELETE /backups/{name}', { params: { name } }),
  },

  projects: {
    list: (signal?: Signal) => request('GET /projects', { signal }),
    create: (project: CreateProjectRequest) => request('POST /projects', { body: project }),
    update: (id: string, change: UpdateProjectRequest) =>
      request('PATCH /projects/{project_id}', { params: { project_id: id }, body: change }),
    remove: (id: string) => request('DELETE /projects/{project_id}', { params: { project_id: id } }),
  },

  sharedReports: {
    create: (link: Routes['POST /shared-reports']['body']) => request('POST /shared-reports', { body: link }),
    open: (hash: string, signal?: Signal) =>
      request('GET /shared-reports/{share_hash}', { params: { share_hash: hash }, signal }),
    revoke: (id: string) => request('DELETE /shared-reports/{report_id}', { params: { report_id: id } }),
  },

  about: {
    get: (signal?: Signal) => request('GET /about', { signal }),
    licenses: async (signal?: Signal) => (await send('GET /about/licences', { signal })).text(),
    diagnostics: async () => (await send('GET /about/diagnostics')).blob(),
  },

  updates: {
    get: (signal?: Signal) => request('GET /updates', { signal }),
    change: (change: UpdateUpdatesRequest) => request('PATCH /updates', { body: change }),
    check: () => request('POST /updates/check'),
  },

  sharing: {
    get: (signal?: Signal) => request('GET /sharing', { signal }),
    update: (change: UpdateSharingRequest) => request('PUT /sharing', { body: change }),
  },

  watchFolders: {
    list: (signal?: Signal) => request('GET /watch-folders', { signal }),
    create: (body: CreateWatchFolderRequest) => request('POST /watch-folders', { body }),
    update: (id: string, body: UpdateWatchFolderRequest) =>
      request('PATCH /watch-folders/{folder_id}', { params: { folder_id: id }, body }),
    remove: (id: string) => request('DELETE /watch-folders/{folder_id}', { params: { folder_id: id } }),
    scan: (id: string) => request('POST /watch-folders/{folder_id}/scan', { params: { folder_id: id } }),
    retry: (id: string, path?: string) =>
      request('POST /watch-folders/{folder_id}/retry', { params: { folder_id: id }, body: { path } }),
    files: (id: string, outcome?: WatchOutcome, signal?: Signal) =>
      request('GET /watch-folders/{folder_id}/files', { params: { folder_id: id }, query: { outcome }, signal }),
  },

  webhooks: {
    list: (signal?: Signal) => request('GET /webhooks', { signal }),
    create: (body: Routes['POST /webhooks']['body']) => request('POST /webhooks', { body }),
    update: (id: string, body: Routes['PATCH /webhooks/{webhook_id}']['body']) =>
      request('PATCH /webhooks/{webhook_id}', { params: { webhook_id: id }, body }),
    remove: (id: string) => request('DELETE /webhooks/{webhook_id}', { params: { webhook_id: id } }),
    rotateSecret: (id: string) => request('POST /webhooks/{webhook_id}/rotate-secret', { params: { webhook_id: id } }),
    test: (id: string) => request('POST /webhooks/{webhook_id}/test', { params: { webhook_id: id } }),
    deliveries: (id: string, signal?: Signal) =>
      request('GET /webhooks/{webhook_id}/deliveries', { params: { webhook_id: id }, signal }),
    redeliver: (id: string, delivery_id: string) =>
      request('POST /webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', {
        params: { webhook_id: id, delivery_id },
      }),
  },

  keys: {
    list: (signal?: Signal) => request('GET /keys', { signal }),
    create: (body: { name: string; scope: KeyScope; expires_at: string | null; projects: string[] | null }) =>
      request('POST /keys', { body }),
    setActive: (id: string, is_active: boolean) =>
      request('PATCH /keys/{key_id}', { params: { key_id: id }, body: { is_active } }),
    remove: (id: string) => request('DELETE /keys/{key_id}', { params: { key_id: id } }),
  },

  notifications: {
    list: (signal?: Signal) => request('GET /notifications', { signal }),
    unread: (signal?: Signal) => request('GET /notifications/unread-count', { signal }),
    read: (id: string) => request('PATCH /notifications/{notification_id}/read', { params: { notification_id: id } }),
    readAll: () => request('POST /notifications/read-all'),
    remove: (id: string) => request('DELETE /notifications/{notification_id}', { params: { notification_id: id } }),
  },

  usage: {
    summary: (signal?: Signal) => request('GET /usage/summary', { signal }),
    grants: (signal?: Signal) => request('GET /usage/bonus', { signal }),
    grant: (minutes: number) => request('POST /usage/bonus', { body: { minutes } }),
    list: (start_date?: string, end_date?: string, signal?: Signal) =>
      request('GET /usage', { query: { start_date, end_date }, signal }),
  },

  models: {
    list: (signal?: Signal) => request('GET /models', { signal }),
    options: (signal?: Signal) => request('GET /models/settings', { signal }),
    update: (change: UpdateEngineOptionsRequest) => request('PATCH /models/settings', { body: change }),
    ollama: (signal?: Signal) => request('GET /models/ollama', { signal }),
    testOllama: (url: string) => request('POST /models/ollama/test', { body: { url } }),
    embeddings: (signal?: Signal) => request('GET /models/embeddings', { signal }),
    frames: (signal?: Signal) => request('GET /models/frames', { signal }),
    cancelEmbeddings: () => request('POST /models/embeddings/cancel'),
    import: (path: string) => request('POST /models/import', { body: { path } }),
    install: (id: string) => request('POST /models/{model_id}/install', { params: { model_id: id } }),
    pause: (id: string) => request('POST /models/{model_id}/pause', { params: { model_id: id } }),
    remove: (id: string) => request('DELETE /models/{model_id}', { params: { model_id: id } }),
  },

  brandWords: {
    get: (signal?: Signal) => request('GET /settings/brand-words', { signal }),
    replace: (words: readonly string[]) => request('PUT /settings/brand-words', { body: { words } }),
  },

  logos: {
    list: (signal?: Signal) => request('GET /settings/reference-logos', { signal }),
    add: (name: string, file: Blob) => request('POST /settings/reference-logos', { query: { name }, file }),
    picture: async (id: string, signal?: Signal): Promise<Blob> =>
      (await send('GET /settings/reference-logos/{logo_id}/picture', { params: { logo_id: id }, signal })).blob(),
    rename: (id: string, name: string) =>
      request('PATCH /settings/reference-logos/{logo_id}', { params: { logo_id: id }, body: { name } }),
    remove: (id: string) => request('DELETE /settings/reference-logos/{logo_id}', { params: { logo_id: id } }),
    apply: () => request('POST /settings/brands/apply'),
    progress: (signal?: Signal) => request('GET /settings/brands/apply', { signal }),
  },

  profile: {
    get: (signal?: Signal) => request('GET /profile', { signal }),
    update: (change: UpdateProfileRequest) => request('PATCH /profile', { body: change }),
  },
} as const;
