import type { Generated, Selectable } from 'kysely';
import type { ModuleStatus } from '../contract/job.ts';
import type { ModuleName } from '../contract/modules.ts';
import type { VideoStatus } from '../contract/video.ts';

/*
 * The tables as types. Columns are named as the properties of a row, so that no layer in between maps them.
 * `At` is epoch milliseconds; flags are 0 or 1; columns that hold JSON say so.
 */

export type Flag = 0 | 1;
export type JobAction = 'process' | 'reprocess';
type UsageState = 'pending' | 'billed' | 'void';
export type NotificationType = 'success' | 'error' | 'warning' | 'info';

interface UsersTable {
  id: Generated<number>;
  issuer: string;
  sub: string;
  createdAt: number;
}

interface ProfilesTable {
  id: Generated<number>;
  userId: number;
  fullName: string;
  email: string;
  avatarUrl: string | null;
  timezone: string;
  isAdmin: Generated<Flag>;
  bonusMinutes: Generated<number>;
  createdAt: number;
  updatedAt: number;
}

interface ApiKeysTable {
  id: Generated<number>;
  userId: number;
  name: string;
  /** SHA-256 of the full key, lowercase hexadecimal. */
  hash: string;
  /** The masked form for display. */
  prefix: string;
  isActive: Generated<Flag>;
  lastUsedAt: number | null;
  createdAt: number;
}

interface ProjectsTable {
  id: Generated<number>;
  userId: number;
  name: string;
  description: string | null;
  createdAt: number;
  updatedAt: number;
}

interface VideosTable {
  id: Generated<number>;
  userId: number;
  jobId: string;
  projectId: number | null;
  name: string;
  description: string | null;
  status: VideoStatus;
  /** JSON array of module names. */
  selectedInsights: string;
  initialPrompt: string | null;
  /** Seconds. */
  duration: Generated<number>;
  /** Bytes. */
  fileSize: Generated<number>;
  /** Seconds; 0 before the first completed run. */
  processingTime: Generated<number>;
  storagePath: string;
  /** JSON of MediaInfo in media/frames.ts, or null before probing. */
  media: string | null;
  createdAt: number;
  updatedAt: number;
}

export type JobSource = 'file' | 'stills';

interface JobsTable {
  videoId: number;
  action: JobAction;
  /** Input of the run: the source file, or the saved stills. */
  source: Generated<JobSource>;
  /** 1 = the video had results before, which remain whatever the outcome of the run. */
  keepsResults: Generated<number>;
  /** Attempts so far, including a running one. */
  attempts: Generated<number>;
  error: string | null;
  /** JSON of Message in contract/message.ts: `error` by key. */
  errorText: string | null;
  errorCode: string | null;
  /** JSON array of Sentence in contract/message.ts; of plain sentences in jobs of earlier versions. */
  warnings: Generated<string>;
  queuedAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  updatedAt: number;
}

interface ModuleRunsTable {
  videoId: number;
  module: ModuleName;
  status: ModuleStatus['status'];
  /** 0..100. */
  progress: Generated<number>;
  engine: string | null;
  error: string | null;
  /** JSON of Message in contract/message.ts: `error` by key. */
  errorText: string | null;
}

interface SegmentsTable {
  id: Generated<number>;
  videoId: number;
  module: ModuleName;
  content: string;
  /** Seconds. */
  startTime: number;
  /** Seconds, exclusive. */
  endTime: number;
  /** JSON of SegmentData in contract/segment.ts. */
  data: string | null;
  engine: string | null;
}

interface SegmentsFtsTable {
  rowid: number;
  /** `§u<user id> §v<video id> §m<module>`; no term of a text contains a `§`. */
  scope: string;
  /** Space-separated search terms. */
  content: string;
  /** Hidden column for FTS5 queries. */
  segmentsFts: Generated<string>;
}

interface SegmentTermsTable {
  term: string;
  /** Rows of all users that contain the term. */
  doc: number;
}

interface ModelsTable {
  id: Generated<number>;
  /** Engine id of the embeddings, as `id@version`. */
  name: string;
  dimension: number;
  createdAt: number;
}

interface VectorsTable {
  id: Generated<number>;
  segmentId: number;
  modelId: number;
  /** `dimension` little-endian 32-bit floats, L2-normalized. */
  embedding: Uint8Array;
}

interface VectorCodesTable {
  modelId: number;
  videoId: number;
  module: ModuleName;
  /** Float64Array of `vectors.id`. */
  vectorIds: Uint8Array;
  /** Uint32Array, the same number of words for each vector; see vectors/binary-codes.ts. */
  codes: Uint8Array;
}

interface StillsTable {
  videoId: number;
  timeMs: number;
  /** Path relative to the data folder. */
  file: string;
}

interface CorrectionsTable {
  id: Generated<number>;
  videoId: number;
  module: ModuleName;
  /** Segment that carries it now. */
  segmentId: number | null;
  /** Seconds, of the corrected finding. */
  startTime: number;
  endTime: number;
  foundContent: string;
  /** JSON of SegmentData in contract/segment.ts. */
  foundData: string | null;
  /** 1: the finding was removed. */
  isRemoved: Generated<Flag>;
  /** Null: as found. */
  content: string | null;
  label: string | null;
  /** JSON of LineSource in line-source.ts: the line was split or merged. Null: a line as found. */
  source: string | null;
  /** Embedding of `content`; see VectorsTable. */
  model: string | null;
  embedding: Uint8Array | null;
  createdAt: number;
  updatedAt: number;
}

interface SharedReportsTable {
  id: Generated<number>;
  userId: number;
  videoId: number;
  /** SHA-256 of the link's token. */
  shareHash: string;
  /** The token, encrypted; null in a row that is not converted yet. */
  sealedToken: Uint8Array | null;
  expiresAt: number | null;
  isActive: Generated<Flag>;
  createdAt: number;
}

interface ChatSessionsTable {
  id: Generated<number>;
  userId: number;
  videoId: number | null;
  title: string;
  createdAt: number;
  updatedAt: number;
}

interface ChatMessagesTable {
  id: Generated<number>;
  sessionId: number;
  role: 'user' | 'assistant';
  content: string;
  /** JSON. */
  metadata: string | null;
  createdAt: number;
}

interface UsageRecordsTable {
  id: Generated<number>;
  userId: number;
  jobId: string;
  action: JobAction;
  /** `pending` while the run is open (counts against the quota), `billed` if it completed, `void` if it didn't. */
  state: UsageState;
  durationMinutes: number;
  /** Seconds. */
  processingTime: Generated<number>;
  /** JSON array of module names. */
  modules: string;
  createdAt: number;
}

interface NotificationsTable {
  id: Generated<number>;
  userId: number;
  title: string;
  message: string;
  type: NotificationType;
  jobId: string | null;
  isRead: Generated<Flag>;
  createdAt: number;
  /** JSON of NotificationTexts in contract/notifications.ts. */
  texts: string | null;
}

interface SettingsTable {
  key: string;
  /** JSON. */
  value: string;
  updatedAt: number;
}

interface ReferenceLogosTable {
  id: Generated<number>;
  userId: number;
  logoId: string;
  name: string;
  /** PNG. */
  picture: Uint8Array;
  width: number;
  height: number;
  createdAt: number;
}

/** See server/embeddings/similarity-calibration.ts. */
interface VectorBackgroundsTable {
  /** `id@version` of the model. */
  model: string;
  dimension: number;
  /** Hash of the texts. */
  texts: string;
  /** Floats of all vectors, concatenated. */
  embeddings: Uint8Array;
}

interface BrandWordsTable {
  id: Generated<number>;
  userId: number;
  word: string;
  createdAt: number;
}

export interface Database {
  users: UsersTable;
  profiles: ProfilesTable;
  apiKeys: ApiKeysTable;
  projects: ProjectsTable;
  videos: VideosTable;
  jobs: JobsTable;
  moduleRuns: ModuleRunsTable;
  segments: SegmentsTable;
  segmentsFts: SegmentsFtsTable;
  segmentTerms: SegmentTermsTable;
  models: ModelsTable;
  vectors: VectorsTable;
  vectorCodes: VectorCodesTable;
  vectorBackgrounds: VectorBackgroundsTable;
  stills: StillsTable;
  corrections: CorrectionsTable;
  sharedReports: SharedReportsTable;
  chatSessions: ChatSessionsTable;
  chatMessages: ChatMessagesTable;
  usageRecords: UsageRecordsTable;
  notifications: NotificationsTable;
  settings: SettingsTable;
  brandWords: BrandWordsTable;
  referenceLogos: ReferenceLogosTable;
}

export type UserRow = Selectable<UsersTable>;
export type ProfileRow = Selectable<ProfilesTable>;
export type ApiKeyRow = Selectable<ApiKeysTable>;
export type ProjectRow = Selectable<ProjectsTable>;
export type VideoRow = Selectable<VideosTable>;
export type JobRow = Selectable<JobsTable>;
export type ModuleRunRow = Selectable<ModuleRunsTable>;
export type SegmentRow = Selectable<SegmentsTable>;
export type StillRow = Selectable<StillsTable>;
export type CorrectionRow = Selectable<CorrectionsTable>;
export type SharedReportRow = Selectable<SharedReportsTable>;
export type ChatSessionRow = Selectable<ChatSessionsTable>;
export type ChatMessageRow = Selectable<ChatMessagesTable>;
export type UsageRow = Selectable<UsageRecordsTable>;
export type NotificationRow = Selectable<NotificationsTable>;
export type BrandWordRow = Selectable<BrandWordsTable>;
export type ReferenceLogoRow = Selectable<ReferenceLogosTable>;
