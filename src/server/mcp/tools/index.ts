import type { Tool } from '../tool.ts';
import { analyzeFile } from './analyze-file.ts';
import { askVideo } from './ask-video.ts';
import { checkTextTool } from './check-text.ts';
import { cite } from './cite.ts';
import { coverage } from './coverage.ts';
import { findSimilar } from './find-similar.ts';
import { getFindings } from './get-findings.ts';
import { getStill } from './get-still.ts';
import { getTranscript } from './get-transcript.ts';
import { listVideos } from './list-videos.ts';
import { lookCloserTool } from './look-closer.ts';
import { makeClip } from './make-clip.ts';
import { makeEventClip } from './make-event-clip.ts';
import { searchMoments } from './search-moments.ts';
import { syncRecordings } from './sync-recordings.ts';

/** All tools for agents. */
export const TOOLS: readonly Tool[] = [
  listVideos,
  searchMoments,
  findSimilar,
  getTranscript,
  getFindings,
  getStill,
  askVideo,
  cite,
  checkTextTool,
  syncRecordings,
  coverage,
  lookCloserTool,
  makeClip,
  makeEventClip,
  analyzeFile,
];
