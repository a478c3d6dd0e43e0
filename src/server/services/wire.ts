import { formatTimestamp, roundSeconds } from '../../base/time.ts';
import type { ChatMessage, ChatSession } from '../../contract/chat.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { ApiKey } from '../../contract/keys.ts';
import type { Notification } from '../../contract/notifications.ts';
import type { Profile } from '../../contract/profile.ts';
import type { Project } from '../../contract/projects.ts';
import type { Segment, SegmentData } from '../../contract/segment.ts';
import type { SharedReport } from '../../contract/shared-reports.ts';
import type { UsageRecord } from '../../contract/usage.ts';
import type { Video } from '../../contract/video.ts';
import type { ChatSessionView } from '../../db/repositories/chat.ts';
import type { ProjectWithCount } from '../../db/repositories/projects.ts';
import type { VideoListRow } from '../../db/repositories/videos.ts';
import type {
  ApiKeyRow,
  ChatMessageRow,
  NotificationRow,
  ProfileRow,
  SegmentRow,
  SharedReportRow,
  UsageRow,
} from '../../db/schema.ts';
import { roundMinutes } from '../account/quota.ts';

/** Rows of the database as resources of the interface. */

/** A row number from a request. Text that can't be one names nothing. @throws ReelscopeError `not_found` */
export function parseId(text: string, what: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound(what);
  return Number(text);
}

/** The same answer for a record that is not there and for somebody else's. */
export function notFound(what: string): ReelscopeError {
  return new ReelscopeError('not_found', `There is no such ${what}.`);
}

/** Returns what was found. @throws ReelscopeError `not_found` */
export function found<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw notFound(what);
  return value;
}

const timestampOrNull = (epochMs: number | null) => (epochMs === null ? null : formatTimestamp(epochMs));

export function toVideo(row: VideoListRow): Video {
  return {
    id: String(row.id),
    user_id: String(row.userId),
    job_id: row.jobId,
    project_id: row.projectId === null ? null : String(row.projectId),
    name: row.name,
    description: row.description,
    status: row.status,
    selected_insights: row.selectedInsights,
    duration: roundSeconds(row.duration),
    file_size: row.fileSize,
    processing_time: roundSeconds(row.processingTime),
    storage_path: row.storagePath,
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
  };
}

export function toApiKey(row: ApiKeyRow, lastUsedMs: number | null): ApiKey {
  return {
    id: String(row.id),
    name: row.name,
    key_prefix: row.prefix,
    raw_key: row.prefix,
    is_active: row.isActive,
    last_used_at: timestampOrNull(lastUsedMs),
    created_at: formatTimestamp(row.createdAt),
  };
}

export function toProject(row: ProjectWithCount): Project {
  return {
    id: String(row.id),
    user_id: String(row.userId),
    name: row.name,
    description: row.description,
    video_count: row.videoCount,
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
  };
}

export function toProfile(row: ProfileRow): Profile {
  return {
    id: String(row.id),
    user_id: String(row.userId),
    full_name: row.fullName,
    email: row.email,
    avatar_url: row.avatarUrl,
    timezone: row.timezone,
    is_admin: row.isAdmin,
    bonus_minutes: row.bonusMinutes,
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
  };
}

export function toNotification(row: NotificationRow): Notification {
  return {
    id: String(row.id),
    user_id: String(row.userId),
    title: row.title,
    message: row.message,
    type: row.type,
    is_read: row.isRead,
    job_id: row.jobId,
    created_at: formatTimestamp(row.createdAt),
  };
}

export function toSharedReport(row: SharedReportRow): SharedReport {
  return {
    id: String(row.id),
    user_id: String(row.userId),
    video_id: String(row.videoId),
    share_hash: row.shareHash,
    expires_at: timestampOrNull(row.expiresAt),
    is_active: row.isActive,
    created_at: formatTimestamp(row.createdAt),
  };
}

export function toChatSession(row: ChatSessionView): ChatSession {
  return {
    id: String(row.id),
    user_id: String(row.userId),
    video_id: row.videoId === null ? null : String(row.videoId),
    job_id: row.jobId,
    video_name: row.videoName,
    title: row.title,
    message_count: row.messageCount,
    last_message: row.lastMessage ?? '',
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
  };
}

export function toChatMessage(row: ChatMessageRow): ChatMessage {
  return {
    id: String(row.id),
    session_id: String(row.sessionId),
    role: row.role,
    content: row.content,
    metadata: row.metadata,
    created_at: formatTimestamp(row.createdAt),
  };
}

export function toUsageRecord(row: UsageRow): UsageRecord {
  return {
    id: String(row.id),
    user_id: String(row.userId),
    job_id: row.jobId,
    action: row.action,
    duration_minutes: roundMinutes(row.durationMinutes),
    processing_time: roundSeconds(row.processingTime),
    modules: row.modules,
    created_at: formatTimestamp(row.createdAt),
  };
}

export function toSegment(row: SegmentRow): Segment {
  return {
    id: String(row.id),
    module: row.module,
    content: row.content,
    start_time: roundSeconds(row.startTime),
    end_time: roundSeconds(row.endTime),
    data: row.data === null ? null : (JSON.parse(row.data) as SegmentData),
    engine: row.engine,
  };
}
