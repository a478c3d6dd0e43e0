import { formatTimestamp } from '../../base/time.ts';
import type { AskScope, ChatMessage, ChatSession } from '../../contract/search/chat.ts';
import type { ChatSessionView } from '../../db/repositories/chat.ts';
import type { ChatMessageRow } from '../../db/schema.ts';

export function toChatSession(row: ChatSessionView): ChatSession {
  return {
    id: String(row.id),
    user_id: String(row.userId),
    video_id: row.videoId === null ? null : String(row.videoId),
    job_id: row.jobId,
    video_name: row.videoName,
    video_deleted: row.deletedVideo !== null,
    scope: row.scope === null ? null : (JSON.parse(row.scope) as AskScope),
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
