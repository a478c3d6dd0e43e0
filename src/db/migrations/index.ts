import { start } from './001-start.ts';
import { corrections } from './002-corrections.ts';
import { referenceLogos } from './003-reference-logos.ts';
import { vectorBackgrounds } from './004-vector-backgrounds.ts';
import { notificationTexts } from './005-notification-texts.ts';
import { lineSources } from './006-line-sources.ts';
import { errorTexts } from './007-error-texts.ts';
import { sealedShareTokens } from './008-sealed-share-tokens.ts';
import { sourceFiles } from './009-source-files.ts';
import { speakers } from './010-speakers.ts';
import { chatsOfDeletedVideos } from './011-chats-of-deleted-videos.ts';
import { speechOptions } from './012-speech-options.ts';
import { missingStreamKeys } from './013-missing-stream-keys.ts';
import { moments } from './014-moments.ts';
import { auditLog } from './015-audit-log.ts';
import { savedSearches } from './016-saved-searches.ts';
import { recordingDetails } from './017-recording-details.ts';
import { analyses } from './018-analyses.ts';
import { chatScopes } from './019-chat-scopes.ts';
import { stories } from './020-stories.ts';
import { trash } from './021-trash.ts';
import { keyScopes } from './022-key-scopes.ts';
import { bonusGrants } from './023-bonus-grants.ts';
import { jobDepths } from './024-job-depths.ts';
import { watchFolders } from './025-watch-folders.ts';
import { queueOrder } from './026-queue-order.ts';
import { webhooks } from './027-webhooks.ts';
import { idempotentRequests } from './028-idempotent-requests.ts';
import { keyProjects } from './029-key-projects.ts';
import { textLanguages } from './030-text-languages.ts';
import { visualDescriptors } from './031-visual-descriptors.ts';
import { people } from './032-people.ts';
import { savedSearchHits } from './033-saved-search-hits.ts';
import { appearances } from './034-appearances.ts';
import { frameVectors } from './035-frame-vectors.ts';
import { blurredLinks } from './036-blurred-links.ts';
import { faceScans } from './037-face-scans.ts';
import { chatPeople } from './038-chat-people.ts';
import { linksWithPeople } from './039-links-with-people.ts';
import { heads } from './040-heads.ts';
import { chatTitles } from './041-chat-titles.ts';
import { pendingCopies } from './042-pending-copies.ts';
import { revokedCredentials } from './043-revoked-credentials.ts';
import { termUpdates } from './044-term-updates.ts';
import { repliesAboutPeople } from './045-replies-about-people.ts';
import { tracks } from './046-tracks.ts';
import { watchedFileStates } from './047-watched-file-states.ts';
import { blurDoubts } from './048-blur-doubts.ts';
import { linksWithMoments } from './049-links-with-moments.ts';
import { speakerSimilarity } from './050-speaker-similarity.ts';
import { eventGroups } from './051-event-groups.ts';
import { comments } from './052-comments.ts';
import { conditions } from './053-conditions.ts';
import { analysisEnds } from './054-analysis-ends.ts';
import type { Migration } from './migration.ts';

/** The whole history, in order. */
export const MIGRATIONS: readonly Migration[] = [
  start,
  corrections,
  referenceLogos,
  vectorBackgrounds,
  notificationTexts,
  lineSources,
  errorTexts,
  sealedShareTokens,
  sourceFiles,
  speakers,
  chatsOfDeletedVideos,
  speechOptions,
  missingStreamKeys,
  moments,
  auditLog,
  savedSearches,
  recordingDetails,
  analyses,
  chatScopes,
  stories,
  trash,
  keyScopes,
  bonusGrants,
  jobDepths,
  watchFolders,
  queueOrder,
  webhooks,
  idempotentRequests,
  keyProjects,
  textLanguages,
  visualDescriptors,
  people,
  savedSearchHits,
  appearances,
  frameVectors,
  blurredLinks,
  faceScans,
  chatPeople,
  linksWithPeople,
  heads,
  chatTitles,
  pendingCopies,
  revokedCredentials,
  termUpdates,
  repliesAboutPeople,
  tracks,
  watchedFileStates,
  blurDoubts,
  linksWithMoments,
  speakerSimilarity,
  eventGroups,
  comments,
  conditions,
  analysisEnds,
];
