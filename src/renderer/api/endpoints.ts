import type { About } from '../../contract/about.ts';
import type { BrandsApplied, BrandsProgress, ReferenceLogo, ReferenceLogoList } from '../../contract/brands.ts';
import type { ChatMessage, ChatSession } from '../../contract/chat.ts';
import type { Dashboard } from '../../contract/dashboard.ts';
import type { Health } from '../../contract/health.ts';
import type { JobStatus } from '../../contract/job.ts';
import type { ApiKey, ApiKeyCreated } from '../../contract/keys.ts';
import type { MediaFacts } from '../../contract/media-info.ts';
import type {
  EmbeddingIndexState,
  EngineOptions,
  ModelInfo,
  ModelList,
  ModelStatus,
  UpdateEngineOptionsRequest,
} from '../../contract/models.ts';
import type { ModuleInfo, ModuleName } from '../../contract/modules.ts';
import type { Notification } from '../../contract/notifications.ts';
import type { OllamaState } from '../../contract/ollama.ts';
import type { JobAccepted, RegisterUploadResponse } from '../../contract/processing.ts';
import type { Profile, UpdateProfileRequest } from '../../contract/profile.ts';
import type { CreateProjectRequest, Project, UpdateProjectRequest } from '../../contract/projects.ts';
import type { ProxyStatus } from '../../contract/proxies.ts';
import type { ResultFormat, Results } from '../../contract/results.ts';
import { BY_MEANING_HEADER, type SearchHit, type SearchRequest } from '../../contract/search.ts';
import type { Segment, UpdateSegmentRequest } from '../../contract/segment.ts';
import type { BrandWords } from '../../contract/settings.ts';
import type { PublicReport, SharedReport } from '../../contract/shared-reports.ts';
import type { Sharing, UpdateSharingRequest } from '../../contract/sharing.ts';
import type {
  Duplicates,
  ImportFileResponse,
  StorageSummary,
  StorageUse,
  UploadUrlResponse,
} from '../../contract/storage.ts';
import type { Ok } from '../../contract/text.ts';
import type { Pictures } from '../../contract/thumbnails.ts';
import type { AccessToken } from '../../contract/tokens.ts';
import type { UsageRecord, UsageSummary } from '../../contract/usage.ts';
import type { Video, VideoStatus } from '../../contract/video.ts';
import type { Playback, UpdateVideoRequest } from '../../contract/videos.ts';
import type { Waveform } from '../../contract/waveform.ts';
import { askStream } from './ask-stream.ts';
import { type Credential, headerOf } from './credential.ts';
import { readResults } from './read-results.ts';
import { request, send } from './request.ts';

/** Every operation of the interface that the window uses, by resource. All throw as {@link request} does. */

type Signal = AbortSignal | undefined;
const get = <Answer>(path: string, signal?: Signal, query?: Record<string, string | undefined>) =>
  request<Answer>('GET', path, { signal, ...(query && { query }) });
const post = <Answer>(path: string, body: unknown = {}, signal?: Signal) =>
  request<Answer>('POST', path, { body, signal });
const patch = <Answer>(path: string, body: unknown) => request<Answer>('PATCH', path, { body });
const remove = (path: string) => request<Ok>('DELETE', path);

/** What a run of modules takes. */
export interface RunRequest {
  modules: readonly ModuleName[];
  initial_prompt?: string;
}

export const api = {
  health: (signal?: Signal) => get<Health>('/health', signal),
  /** Whether the server takes this sign-in, without keeping it. */
  checkCredential: async (credential: Credential): Promise<void> => {
    await send('GET', '/profile', { headers: { Authorization: headerOf(credential) } });
  },
  renewToken: () => post<AccessToken>('/tokens'),
  dashboard: (signal?: Signal) => get<Dashboard>('/dashboard', signal),
  modules: (signal?: Signal) => get<ModuleInfo[]>('/modules', signal),
  /** Addresses of the pictures of all videos, for lists. */
  pictures: (signal?: Signal) => get<Pictures>('/pictures', signal),

  videos: {
    list: (signal?: Signal) => get<Video[]>('/videos', signal),
    withStatus: (status: VideoStatus, signal?: Signal) => get<Video[]>('/videos', signal, { status }),
    get: (jobId: string, signal?: Signal) => get<Video>(`/videos/${jobId}`, signal),
    update: (jobId: string, change: UpdateVideoRequest) => patch<Video>(`/videos/${jobId}`, change),
    remove: (jobId: string) => remove(`/videos/${jobId}`),
    playback: (jobId: string, signal?: Signal) => get<Playback>(`/videos/${jobId}/playback`, signal),
    media: (jobId: string, signal?: Signal) => get<MediaFacts>(`/videos/${jobId}/media`, signal),
    /** The playable copy; asking begins to make it. */
    proxy: (jobId: string, signal?: Signal) => get<ProxyStatus>(`/videos/${jobId}/proxy`, signal),
    retryProxy: (jobId: string) => post<ProxyStatus>(`/videos/${jobId}/proxy`),
    waveform: (jobId: string, signal?: Signal) => get<Waveform>(`/videos/${jobId}/waveform`, signal),
    process: (jobId: string, run: RunRequest) => post<JobAccepted>(`/videos/${jobId}/process`, run),
    reprocess: (jobId: string, run: Partial<RunRequest> = {}) => post<JobAccepted>(`/videos/${jobId}/reprocess`, run),
    sharedReports: (jobId: string, signal?: Signal) => get<SharedReport[]>(`/videos/${jobId}/shared-reports`, signal),
  },

  jobs: {
    status: (jobId: string, signal?: Signal) => get<JobStatus>(`/processing/${jobId}/status`, signal),
    cancel: (jobId: string) => post<JobStatus>(`/processing/${jobId}/cancel`),
  },

  results: {
    /** What was found so far, also before the analysis has completed. */
    get: async (jobId: string, signal?: Signal): Promise<Results> => {
      const response = await send('GET', `/results/job/${jobId}`, { signal, query: { partial: 'true' } });
      return readResults(response.body!, signal);
    },
    /** The findings as a file's text. */
    download: async (jobId: string, format: ResultFormat, modules?: readonly ModuleName[]): Promise<Blob> => {
      const query = { format, modules: modules?.join(',') };
      return (await send('GET', `/results/job/${jobId}`, { query })).blob();
    },
  },

  segments: {
    update: (id: string, change: UpdateSegmentRequest) => patch<Segment>(`/segments/${id}`, change),
    remove: (id: string) => remove(`/segments/${id}`),
  },

  /** Hits, and whether vectors took part. */
  search: async (query: Partial<SearchRequest> & { query: string }, signal?: Signal) => {
    const response = await send('POST', '/search', { body: query, signal });
    const byMeaning = response.headers.get(BY_MEANING_HEADER) !== 'false';
    return { hits: (await response.json()) as SearchHit[], byMeaning };
  },

  chat: {
    ask: askStream,
    sessions: (videoId?: string, signal?: Signal) =>
      get<ChatSession[]>('/chat/sessions', signal, { video_id: videoId }),
    messages: (sessionId: string, signal?: Signal) =>
      get<ChatMessage[]>(`/chat/sessions/${sessionId}/messages`, signal),
    rename: (sessionId: string, title: string) => patch<ChatSession>(`/chat/sessions/${sessionId}`, { title }),
    remove: (sessionId: string) => remove(`/chat/sessions/${sessionId}`),
  },

  storage: {
    uploadUrl: (file_name: string, content_type: string, signal?: Signal) =>
      post<UploadUrlResponse>('/storage/upload-url', { file_name, content_type }, signal),
    importFile: (path: string, signal?: Signal) => post<ImportFileResponse>('/storage/import', { path }, signal),
    register: (file_path: string, file_name: string, signal?: Signal) =>
      post<RegisterUploadResponse>('/processing/register-upload', { file_path, file_name }, signal),
    use: (signal?: Signal) => get<StorageUse>('/storage/files', signal),
    summary: (signal?: Signal) => get<StorageSummary>('/storage/summary', signal),
    /** Videos whose file has the same bytes. */
    duplicates: (file_path: string, signal?: Signal) => get<Duplicates>('/storage/duplicates', signal, { file_path }),
    clearCopies: () => remove('/storage/proxies'),
    removeFile: (file_path: string) => request<Ok>('DELETE', '/storage/files', { body: { file_path } }),
  },

  projects: {
    list: (signal?: Signal) => get<Project[]>('/projects', signal),
    create: (project: CreateProjectRequest) => post<Project>('/projects', project),
    update: (id: string, change: UpdateProjectRequest) => patch<Project>(`/projects/${id}`, change),
    remove: (id: string) => remove(`/projects/${id}`),
  },

  sharedReports: {
    create: (video_id: string, expires_at: string | null) =>
      post<SharedReport>('/shared-reports', { video_id, expires_at }),
    open: (hash: string, signal?: Signal) => get<PublicReport>(`/shared-reports/${hash}`, signal),
    revoke: (id: string) => remove(`/shared-reports/${id}`),
  },

  about: {
    get: (signal?: Signal) => get<About>('/about', signal),
    licences: async (signal?: Signal) => (await send('GET', '/about/licences', { signal })).text(),
    diagnostics: async () => (await send('GET', '/about/diagnostics')).blob(),
  },

  sharing: {
    get: (signal?: Signal) => get<Sharing>('/sharing', signal),
    update: (change: UpdateSharingRequest) => request<Sharing>('PUT', '/sharing', { body: change }),
  },

  keys: {
    list: (signal?: Signal) => get<ApiKey[]>('/keys', signal),
    create: (name: string) => post<ApiKeyCreated>('/keys', { name }),
    setActive: (id: string, is_active: boolean) => patch<ApiKey>(`/keys/${id}`, { is_active }),
    remove: (id: string) => remove(`/keys/${id}`),
  },

  notifications: {
    list: (signal?: Signal) => get<Notification[]>('/notifications', signal),
    unread: (signal?: Signal) => get<{ count: number }>('/notifications/unread-count', signal),
    read: (id: string) => request<Ok>('PATCH', `/notifications/${id}/read`),
    readAll: () => post<{ ok: true; updated: number }>('/notifications/read-all'),
    remove: (id: string) => remove(`/notifications/${id}`),
  },

  usage: {
    summary: (signal?: Signal) => get<UsageSummary>('/usage/summary', signal),
    list: (start_date?: string, end_date?: string, signal?: Signal) =>
      get<UsageRecord[]>('/usage', signal, { start_date, end_date }),
  },

  models: {
    list: (signal?: Signal) => get<ModelList>('/models', signal),
    options: (signal?: Signal) => get<EngineOptions>('/models/settings', signal),
    update: (change: UpdateEngineOptionsRequest) => patch<EngineOptions>('/models/settings', change),
    ollama: (signal?: Signal) => get<OllamaState>('/models/ollama', signal),
    testOllama: (url: string) => post<OllamaState>('/models/ollama/test', { url }),
    embeddings: (signal?: Signal) => get<EmbeddingIndexState>('/models/embeddings', signal),
    cancelEmbeddings: () => post<EmbeddingIndexState>('/models/embeddings/cancel'),
    import: (path: string) => post<ModelInfo>('/models/import', { path }),
    install: (id: string) => post<ModelStatus>(`/models/${encodeURIComponent(id)}/install`),
    pause: (id: string) => post<ModelStatus>(`/models/${encodeURIComponent(id)}/pause`),
    remove: (id: string) => remove(`/models/${encodeURIComponent(id)}`),
  },

  brandWords: {
    get: (signal?: Signal) => get<BrandWords>('/settings/brand-words', signal),
    replace: (words: readonly string[]) => request<BrandWords>('PUT', '/settings/brand-words', { body: { words } }),
  },

  logos: {
    list: (signal?: Signal) => get<ReferenceLogoList>('/settings/reference-logos', signal),
    add: (name: string, file: Blob) =>
      request<ReferenceLogo>('POST', '/settings/reference-logos', { query: { name }, file }),
    picture: async (id: string, signal?: Signal): Promise<Blob> =>
      (await send('GET', `/settings/reference-logos/${id}/picture`, { signal })).blob(),
    rename: (id: string, name: string) => patch<ReferenceLogo>(`/settings/reference-logos/${id}`, { name }),
    remove: (id: string) => request<ReferenceLogoList>('DELETE', `/settings/reference-logos/${id}`),
    apply: () => post<BrandsApplied>('/settings/brands/apply'),
    progress: (signal?: Signal) => get<BrandsProgress>('/settings/brands/apply', signal),
  },

  profile: {
    get: (signal?: Signal) => get<Profile>('/profile', signal),
    update: (change: UpdateProfileRequest) => patch<Profile>('/profile', change),
  },
} as const;
