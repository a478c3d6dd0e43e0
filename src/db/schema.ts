import type { Generated, Selectable } from 'kysely';
import type { KeyScope } from '../contract/account/keys.ts';
import type { Depth } from '../contract/analysis/depth.ts';
import type { ModuleStatus } from '../contract/analysis/job.ts';
import type { ModuleName } from '../contract/analysis/modules.ts';
import type { EventGroupStatus, LeftOut } from '../contract/library/event-groups.ts';
import type { TagColor } from '../contract/library/tags.ts';
import type { VideoStatus } from '../contract/library/video.ts';
import type { SearchHit } from '../contract/search/search.ts';
import type { StoryItem } from '../contract/search/stories.ts';
import type { AuditAction } from '../contract/sharing/audit.ts';
import type { CommentState } from '../contract/sharing/comments.ts';
import type { AttemptError, DeliveryState, WebhookState, WebhookStateReason } from '../contract/sharing/webhooks.ts';

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

interface BonusGrantsTable {
  id: Generated<number>;
  userId: number;
  minutes: number;
  note: string | null;
  /** The user who granted them. */
  grantedBy: number;
  createdAt: number;
}

/** First response to a request with an idempotency key. */
interface IdempotentRequestsTable {
  userId: number;
  /** Id of an API key; 0 for a user who signed in. */
  credential: number;
  /** SHA-256 of the idempotency key, lowercase hexadecimal. */
  keyHash: string;
  /** SHA-256 of method, URL, and body, lowercase hexadecimal. */
  fingerprint: string;
  status: number;
  /** Encrypted JSON. */
  sealedBody: Uint8Array;
  createdAt: number;
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
  scope: KeyScope;
  /** Epoch milliseconds; null for never. */
  expiresAt: number | null;
  /** JSON array of ids of projects that the key is confined to; null for none. */
  projectIds: string | null;
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
  /** File name at import. */
  originalName: string | null;
  description: string | null;
  status: VideoStatus;
  /** JSON array of module names. */
  selectedInsights: string;
  initialPrompt: string | null;
  /** Number of speakers; null to find it. */
  speakerCount: number | null;
  /** JSON of SpeechOptions in contract/analysis/processing.ts; null follows the settings. */
  speechOptions: string | null;
  /** JSON array of contract/analysis/text-languages.ts; null follows the settings. */
  textLanguages: string | null;
  /** JSON of TrackChoice in contract/library/tracks.ts; null leaves the choice to the analysis. */
  trackChoice: string | null;
  /** JSON of TrackUse in the same file, of the last analysis; null for one of an earlier version. */
  trackUse: string | null;
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
  /** End of the last run, completed or not; null if none has ended. */
  analyzedAt: number | null;
  /** In the trash since then. */
  deletedAt: number | null;
}

/** Known state of a source file: the findings of its video belong to these bytes. */
interface SourceFilesTable {
  id: Generated<number>;
  userId: number;
  storagePath: string;
  /** Absolute path of a file that is referenced in place; null: a file of the store. */
  location: string | null;
  sizeBytes: number;
  /** Times of the last change of the content and of the file's record, in milliseconds. */
  modifiedMs: number;
  changedMs: number;
  /** SHA-256 of size, head, and tail. */
  edgesHash: string;
  /** SHA-256 of the whole file; null until it is computed. */
  contentHash: string | null;
  /** Whether the file at `location` is being copied to the store, and used where it is until then. */
  isCopying: Generated<Flag>;
}

export type JobSource = 'file' | 'stills';

interface JobsTable {
  videoId: number;
  action: JobAction;
  /** Input of the run: the source file, or the saved stills. */
  source: Generated<JobSource>;
  depth: Generated<Depth>;
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
  /** 1: the start of the run was reported; one that is interrupted starts several times. */
  isStartReported: Generated<Flag>;
  queuedAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  updatedAt: number;
  /** 1 runs before 0, and 0 before -1. */
  priority: Generated<-1 | 0 | 1>;
  /** Place among jobs of the same priority; null for the order of arrival. */
  position: number | null;
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
  /** JSON of SegmentData in contract/analysis/segment.ts. */
  data: string | null;
  engine: string | null;
}

interface SegmentsFtsTable {
  rowid: number;
  /**
   * `§u<user id> §v<video id> §m<module>`, of shots `§c<motion>` and `§c<motion><direction>`; no term of a text
   * contains a `§`.
   */
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

interface ConditionsTable {
  videoId: number;
  /** JSON of Conditions in contract/analysis/conditions.ts. */
  data: string;
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
  /** JSON of SegmentData in contract/analysis/segment.ts. */
  foundData: string | null;
  /** 1: the finding was removed. */
  isRemoved: Generated<Flag>;
  /** Null: as found. */
  content: string | null;
  label: string | null;
  /** JSON of LineSource in line-source.ts: the line was split or merged. Null: a line as found. */
  source: string | null;
  /** Label of the speaker that the user assigned to the line; null: as found. */
  speaker: string | null;
  /** Embedding of `content`; see VectorsTable. */
  model: string | null;
  embedding: Uint8Array | null;
  createdAt: number;
  updatedAt: number;
  /** 1: a user added the finding. */
  isAdded: Generated<Flag>;
  /** Seconds, as a user edited them; null: as found. */
  editedStart: number | null;
  editedEnd: number | null;
}

interface SpeakersTable {
  id: Generated<number>;
  videoId: number;
  /** `S1`, `S2`, … */
  label: string;
  name: string | null;
  /** Label of the speaker that a user merged this one into. */
  mergedInto: string | null;
  /** Known voice that the name was taken from. */
  voiceId: number | null;
  /** Engine id of the embedding; null for a speaker that a user added. */
  engine: string | null;
  /** Floats of a unit vector. */
  embedding: Uint8Array | null;
  /** JSON: [start, end] in seconds of its lines as found. */
  turns: string | null;
  /** Minimum cosine similarity of embeddings of one person in two videos; null if unknown. */
  minSimilarity: number | null;
}

interface VoicesTable {
  id: Generated<number>;
  userId: number;
  name: string;
  engine: string;
  /** Floats of a unit vector. */
  embedding: Uint8Array;
  createdAt: number;
}

interface SharedReportsTable {
  id: Generated<number>;
  userId: number;
  /** A link has a video or a story. */
  videoId: number | null;
  storyId: number | null;
  /** SHA-256 of the link's token. */
  shareHash: string;
  /** The token, encrypted; null in a row that is not converted yet. */
  sealedToken: Uint8Array | null;
  /** As in server/sharing/passwords.ts; null without a password. */
  passwordHash: string | null;
  /** JSON array of SharePart in contract/sharing/share-parts.ts; null for a video. */
  parts: string | null;
  expiresAt: number | null;
  isActive: Generated<Flag>;
  createdAt: number;
  /** 1: the link shows recording details and plays the file that states them. */
  includesRecording: Generated<Flag>;
  /** JSON of Blur in contract/library/blur.ts: the link serves a copy with blurred faces only; null for none. */
  blur: Generated<string | null>;
  /** Whether the page lists people: 0 or 1. */
  includesPeople: Generated<0 | 1>;
  /** Whether the page lists moments of the video: 0 or 1. */
  includesMoments: Generated<0 | 1>;
  /** Whether those who open the link may comment: 0 or 1. */
  allowsComments: Generated<0 | 1>;
}

interface CommentsTable {
  id: Generated<number>;
  linkId: number;
  videoId: number;
  /** Of a link to a story; null otherwise, and once the item is gone. */
  itemId: number | null;
  /** Seconds of the video. */
  startTime: number;
  /** Seconds, exclusive; null: a single instant. */
  endTime: number | null;
  /** As its author stated it. */
  name: string;
  text: string;
  state: Generated<CommentState>;
  /** Of an accepted comment; null once the moment is deleted. */
  momentId: Generated<number | null>;
  reply: Generated<string | null>;
  repliedAt: Generated<number | null>;
  createdAt: number;
}

interface ChatSessionsTable {
  id: Generated<number>;
  userId: number;
  videoId: number | null;
  /** Name of the deleted video that the chat is about; `videoId` is null then. */
  deletedVideo: string | null;
  /** JSON of AskScope for a chat about several videos; `videoId` is null then. */
  scope: string | null;
  title: string;
  /** 1 if the title repeats the first question, with which it is deleted; 0 if someone chose it. */
  isTitleFromQuestion: Generated<0 | 1>;
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

/** People whom chat messages are about; with a person, the message is deleted. */
interface ChatPeopleTable {
  messageId: number;
  personId: number;
  /** 1 while rows of people are moved, so that the message stays. */
  isMoving: Generated<number>;
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
  /** JSON of NotificationTexts in contract/sharing/notifications.ts. */
  texts: string | null;
}

/** See vectors/frames.ts. */
interface FrameIndexesTable {
  videoId: number;
  /** `id@version`. */
  engine: string;
  /** Float64Array of `frameVectors.id`. */
  vectorIds: Uint8Array;
  codes: Uint8Array;
}

interface FrameVectorsTable {
  id: Generated<number>;
  videoId: number;
  engine: string;
  timeMs: number;
  /** Little-endian 32-bit floats, L2-normalized. */
  embedding: Uint8Array;
}

interface FrameBackgroundsTable {
  engine: string;
  dimension: number;
  /** Hash of the texts. */
  texts: string;
  embeddings: Uint8Array;
}

/** See vectors/visual.ts. */
interface VisualIndexesTable {
  videoId: number;
  /** `id@version`. */
  engine: string;
  /** Frames of an analysis, or the saved stills. */
  source: 'frames' | 'stills';
  /** As `vectorCodes.vectorIds`. */
  descriptorIds: Uint8Array;
  codes: Uint8Array;
  /** Whether it was compared with the videos that were compared before. */
  isCompared: Generated<Flag>;
}

/** See vectors/appearances.ts. */
interface AppearancesTable {
  id: Generated<number>;
  videoId: number;
  otherVideoId: number;
  startMs: number;
  endMs: number;
  /** Time in the other video minus time in this one. */
  offsetMs: number;
  similarity: number;
}

interface PeopleProjectsTable {
  projectId: number;
  enabledAt: number;
  /** Highest number of a person of the project so far. */
  lastNumber: Generated<number>;
}

/** Videos whose faces were stored; a row goes as soon as one of its face tracks does. */
interface FaceScansTable {
  videoId: number;
  projectId: number;
  /** Whether the analysis reached the end of the video: 0 or 1. */
  isComplete: Generated<number>;
  /** Tracks of heads without a face, packed (people/boxes.ts); null for analyses before they were followed. */
  heads: Buffer | null;
  /** Tracks of what may be people, packed; null for analyses before it was looked for. */
  doubts: Buffer | null;
}

interface PeopleTable {
  id: Generated<number>;
  projectId: number;
  number: number;
  name: string | null;
  /** Chosen by a user; null for the best one. */
  coverTrackId: number | null;
  createdAt: number;
}

/** One face in one shot. */
interface FaceTracksTable {
  id: Generated<number>;
  videoId: number;
  personId: number;
  /** `id@version`. */
  engine: string;
  /** Seconds. */
  startTime: number;
  endTime: number;
  /** Of the best detection, 0..1. */
  confidence: number;
  /** Of the template, 0..1. */
  quality: number;
  /** Floats: time in seconds, x, y, width, and height in fractions of the frame, per frame that was looked at. */
  boxes: Uint8Array;
  /** Floats, a unit vector; null if no frame shows the face well enough. */
  template: Uint8Array | null;
  /** JPEG. */
  thumbnail: Uint8Array | null;
  /** Whether a user decided whom it shows. */
  isConfirmed: Generated<Flag>;
}

/** Face tracks that a user said don't show a person. */
interface FaceTrackRejectionsTable {
  trackId: number;
  personId: number;
}

interface VisualDescriptorsTable {
  id: Generated<number>;
  videoId: number;
  timeMs: number;
  /** Signed bytes. */
  descriptor: Uint8Array;
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

/** See audit-log.ts. Rows are never changed or deleted. */
interface AuditEntriesTable {
  id: Generated<number>;
  /** Of a video, which may be deleted. */
  jobId: string;
  userId: number;
  /** Position in the history of the video, from 1. */
  number: number;
  at: number;
  action: AuditAction;
  /** JSON of AuditActor in contract/sharing/audit.ts. */
  actor: string;
  /** JSON object. */
  details: string;
  software: string | null;
  previousHash: string;
  hash: string;
}

/** See analyses.ts. */
interface AnalysesTable {
  id: Generated<number>;
  videoId: number;
  finishedAt: number | null;
  keptAt: number;
  /** `queuedAt` of the run that replaced it; null if another analysis was restored. */
  replacedBy: number | null;
  /** JSON: {module, engine, findings}[]. */
  modules: string;
  /** SHA-256 of the findings as JSON. */
  digest: string;
  /** Raw deflated JSON of FoundModule[] in found-state.ts. */
  findings: Uint8Array;
}

interface AuditHeadsTable {
  jobId: string;
  number: number;
  hash: string;
}

interface BrandWordsTable {
  id: Generated<number>;
  userId: number;
  word: string;
  createdAt: number;
}

interface MomentsTable {
  id: Generated<number>;
  userId: number;
  videoId: number;
  /** Seconds. */
  startTime: number;
  /** Seconds, exclusive; null: a single instant. */
  endTime: number | null;
  title: string;
  /** Markdown; empty without a note. */
  note: string;
  /** JSON of MomentOrigin in contract/search/moments.ts. */
  origin: string | null;
  createdAt: number;
  updatedAt: number;
  /** In the trash since then. */
  deletedAt: number | null;
}

interface TagsTable {
  id: Generated<number>;
  userId: number;
  name: string;
  /** The name, folded, for comparison. */
  nameKey: string;
  color: TagColor;
  createdAt: number;
}

interface WatchFoldersTable {
  id: Generated<number>;
  userId: number;
  /** Absolute path. */
  path: string;
  isEnabled: Generated<Flag>;
  /** JSON of WatchRules in contract/library/watch-folders.ts. */
  rules: string;
  projectId: number | null;
  createdAt: number;
  updatedAt: number;
}

/** A file that a watched folder has handled. */
interface WatchedFilesTable {
  id: Generated<number>;
  folderId: number;
  path: string;
  /** Bytes. */
  sizeBytes: number;
  modifiedMs: number;
  /** SHA-256; null for a file that was not read. */
  contentHash: string | null;
  outcome: 'queued' | 'known' | 'ignored' | 'failed';
  jobId: string | null;
  /** JSON of a Sentence. */
  error: string | null;
  seenAt: number;
  /** JSON of a state by which a change of the bytes shows; null for files of earlier versions. */
  state: string | null;
}

interface SavedSearchesTable {
  id: Generated<number>;
  userId: number;
  name: string;
  query: string;
  /** JSON of SavedFilters in contract/search/saved-searches.ts. */
  filters: string;
  createdAt: number;
  updatedAt: number;
  /** Whether new hits are notified: 0 or 1. */
  notify: Generated<number>;
  /** When its new hits were last seen; null if never. */
  seenAt: Generated<number | null>;
}

/** Hits that a user has not seen. */
interface SavedSearchHitsTable {
  searchId: number;
  /** Of a segment that may be gone: an analysis replaced it. */
  segmentId: number;
  videoId: number;
  module: ModuleName;
  startTime: number;
  match: SearchHit['match'];
  similarity: number;
}

/** Videos that saved searches have looked at. */
interface SavedSearchVideosTable {
  videoId: number;
  lastSegmentId: number;
  /** `queuedAt` of the run that they have yet to look at; null if none. */
  pendingRun: number | null;
}

interface MomentTagsTable {
  momentId: number;
  tagId: number;
}

/** At most one row, while the search index is updated (db/text-index/term-update.ts). */
interface TermUpdatesTable {
  /** Findings with ids below this one have terms of an earlier version. */
  below: number;
}

interface MomentsFtsTable {
  rowid: number;
  /** `§u<user id>`. */
  scope: string;
  /** Space-separated search terms of title, note, and tag names. */
  content: string;
}

interface StoriesTable {
  id: Generated<number>;
  userId: number;
  projectId: number | null;
  title: string;
  /** Markdown; empty without a description. */
  description: string;
  createdAt: number;
  updatedAt: number;
  /** In the trash since then. */
  deletedAt: number | null;
}

/** Recordings of one event on one clock. */
interface EventGroupsTable {
  id: Generated<number>;
  userId: number;
  title: string;
  status: EventGroupStatus;
  /** JSON of LocalizedText in contract/message.ts; null unless failed. */
  error: string | null;
  createdAt: number;
  updatedAt: number;
}

interface EventRecordingsTable {
  eventId: number;
  videoId: number;
  /**
   * Start, from a zero that all recordings of the event share; null for one that is not placed. With its confidence, it
   * stays when a user leaves the recording out.
   */
  offsetMs: number | null;
  driftPpm: number;
  /** 0 to 1; null for an offset set by hand. */
  confidence: number | null;
  leftOut: LeftOut | null;
  /** Start by timecode or capture time, from a zero that all recordings of the event share. */
  statedMs: number | null;
}

interface StoryItemsTable {
  id: Generated<number>;
  storyId: number;
  position: number;
  kind: StoryItem['kind'];
  /** Of an item of the kind `moment`. */
  momentId: number | null;
  text: string;
}

interface WebhooksTable {
  id: Generated<number>;
  userId: number;
  name: string | null;
  url: string;
  /** JSON array of WebhookEventType. */
  events: string;
  allowsPublic: Generated<Flag>;
  status: Generated<WebhookState>;
  statusReason: WebhookStateReason | null;
  sealedSecret: Uint8Array;
  previousSecret: Uint8Array | null;
  previousUntil: number | null;
  failures: Generated<number>;
  failingSince: number | null;
  lastSuccessAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** See outbox.ts. */
interface WebhookEventsTable {
  id: string;
  userId: number;
  type: string;
  payload: string;
  createdAt: number;
}

interface WebhookDeliveriesTable {
  id: Generated<number>;
  webhookId: number;
  eventId: string;
  status: Generated<DeliveryState>;
  /** Attempts by the schedule of retries. */
  tries: Generated<number>;
  /** Null unless pending. */
  nextAttemptAt: number | null;
  createdAt: number;
}

interface WebhookAttemptsTable {
  id: Generated<number>;
  deliveryId: number;
  at: number;
  durationMs: number;
  responseStatus: number | null;
  responseBody: string | null;
  error: AttemptError | null;
  errorDetail: string | null;
}

export interface Database {
  users: UsersTable;
  profiles: ProfilesTable;
  bonusGrants: BonusGrantsTable;
  idempotentRequests: IdempotentRequestsTable;
  apiKeys: ApiKeysTable;
  projects: ProjectsTable;
  videos: VideosTable;
  jobs: JobsTable;
  moduleRuns: ModuleRunsTable;
  conditions: ConditionsTable;
  segments: SegmentsTable;
  segmentsFts: SegmentsFtsTable;
  segmentTerms: SegmentTermsTable;
  models: ModelsTable;
  vectors: VectorsTable;
  vectorCodes: VectorCodesTable;
  frameIndexes: FrameIndexesTable;
  frameVectors: FrameVectorsTable;
  frameBackgrounds: FrameBackgroundsTable;
  visualIndexes: VisualIndexesTable;
  visualDescriptors: VisualDescriptorsTable;
  peopleProjects: PeopleProjectsTable;
  people: PeopleTable;
  faceTracks: FaceTracksTable;
  faceTrackRejections: FaceTrackRejectionsTable;
  faceScans: FaceScansTable;
  appearances: AppearancesTable;
  vectorBackgrounds: VectorBackgroundsTable;
  stills: StillsTable;
  corrections: CorrectionsTable;
  speakers: SpeakersTable;
  voices: VoicesTable;
  sharedReports: SharedReportsTable;
  chatSessions: ChatSessionsTable;
  chatMessages: ChatMessagesTable;
  chatPeople: ChatPeopleTable;
  usageRecords: UsageRecordsTable;
  notifications: NotificationsTable;
  settings: SettingsTable;
  brandWords: BrandWordsTable;
  referenceLogos: ReferenceLogosTable;
  sourceFiles: SourceFilesTable;
  moments: MomentsTable;
  tags: TagsTable;
  savedSearches: SavedSearchesTable;
  savedSearchHits: SavedSearchHitsTable;
  savedSearchVideos: SavedSearchVideosTable;
  watchFolders: WatchFoldersTable;
  watchedFiles: WatchedFilesTable;
  momentTags: MomentTagsTable;
  momentsFts: MomentsFtsTable;
  termUpdates: TermUpdatesTable;
  auditEntries: AuditEntriesTable;
  auditHeads: AuditHeadsTable;
  analyses: AnalysesTable;
  comments: CommentsTable;
  stories: StoriesTable;
  storyItems: StoryItemsTable;
  eventGroups: EventGroupsTable;
  eventRecordings: EventRecordingsTable;
  webhooks: WebhooksTable;
  webhookEvents: WebhookEventsTable;
  webhookDeliveries: WebhookDeliveriesTable;
  webhookAttempts: WebhookAttemptsTable;
}

export type VisualDescriptorRow = Selectable<VisualDescriptorsTable>;
export type UserRow = Selectable<UsersTable>;
export type ProfileRow = Selectable<ProfilesTable>;
export type BonusGrantRow = Selectable<BonusGrantsTable>;
export type ApiKeyRow = Selectable<ApiKeysTable>;
export type IdempotentRequestRow = Selectable<IdempotentRequestsTable>;
export type ProjectRow = Selectable<ProjectsTable>;
export type VideoRow = Selectable<VideosTable>;
export type SourceFileRow = Selectable<SourceFilesTable>;
export type AnalysisRow = Selectable<AnalysesTable>;
export type AuditEntryRow = Selectable<AuditEntriesTable>;
export type JobRow = Selectable<JobsTable>;
export type ModuleRunRow = Selectable<ModuleRunsTable>;
export type SegmentRow = Selectable<SegmentsTable>;
export type StillRow = Selectable<StillsTable>;
export type CorrectionRow = Selectable<CorrectionsTable>;
export type SpeakerRow = Selectable<SpeakersTable>;
export type PersonRow = Selectable<PeopleTable>;
export type FaceTrackRow = Selectable<FaceTracksTable>;
export type VoiceRow = Selectable<VoicesTable>;
export type SharedReportRow = Selectable<SharedReportsTable>;
export type ChatSessionRow = Selectable<ChatSessionsTable>;
export type ChatMessageRow = Selectable<ChatMessagesTable>;
export type UsageRow = Selectable<UsageRecordsTable>;
export type NotificationRow = Selectable<NotificationsTable>;
export type BrandWordRow = Selectable<BrandWordsTable>;
export type ReferenceLogoRow = Selectable<ReferenceLogosTable>;
export type CommentRow = Selectable<CommentsTable>;
export type MomentRow = Selectable<MomentsTable>;
export type WatchFolderRow = Selectable<WatchFoldersTable>;
export type WatchedFileRow = Selectable<WatchedFilesTable>;
export type SavedSearchRow = Selectable<SavedSearchesTable>;
export type SavedSearchHitRow = Selectable<SavedSearchHitsTable>;
export type TagRow = Selectable<TagsTable>;
export type StoryRow = Selectable<StoriesTable>;
export type EventGroupRow = Selectable<EventGroupsTable>;
export type EventRecordingRow = Selectable<EventRecordingsTable>;
export type StoryItemRow = Selectable<StoryItemsTable>;
export type WebhookRow = Selectable<WebhooksTable>;
export type WebhookDeliveryRow = Selectable<WebhookDeliveriesTable>;
export type WebhookAttemptRow = Selectable<WebhookAttemptsTable>;
