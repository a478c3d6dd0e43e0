import { useQuery } from '@tanstack/react-query';
import { Check, Reply, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { parseTimestamp } from '../../../../base/time.ts';
import { type Comment, MAX_COMMENT_TEXT, type UpdateCommentRequest } from '../../../../contract/sharing/comments.ts';
import { deleteComment, updateComment } from '../../../api/live/comment-changes.ts';
import { queries } from '../../../api/queries.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { TextArea } from '../../../ui/controls/input.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { useMomentText } from '../../../ui/lib/texts/moment-text.ts';
import { position, useFormats } from '../../../ui/lib/use-formats.ts';
import { usePlayer } from '../player/player-store.ts';
import styles from './comments.module.css';

/** A comment with its actions; a click on its time seeks to it. */
export function CommentRow({ comment }: { comment: Comment }) {
  const t = useMomentText();
  const formats = useFormats();
  const player = usePlayer();
  const [isReplying, setReplying] = useState(false);
  const { start_time, end_time, name, text, reply, state, created_at, story_id, link_expires_at } = comment;
  const isExpired = link_expires_at !== null && parseTimestamp(link_expires_at)! <= Date.now();
  const { data: stories } = useQuery({ ...queries.stories, enabled: story_id !== null });
  const story = stories?.find(({ id }) => id === story_id);
  const act = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      toast(t('failed', { reason: errorText(error) }), { tone: 'bad' });
      return false;
    }
  };
  const change = (patch: UpdateCommentRequest) => act(updateComment(comment, patch));
  const decline = async () => {
    if (!(await change({ state: 'declined' }))) return;
    toast(t('comment.declined'), { action: { label: t('undo'), run: () => void change({ state: 'proposed' }) } });
  };
  return (
    <li className={styles.row}>
      <button type="button" className={styles.seek} onClick={() => player.seek(start_time)}>
        <span className={styles.time}>
          {position(start_time, true)}
          {end_time !== null && `–${position(end_time, true)}`}
        </span>
        <span className={styles.from}>
          <bdi className={styles.name}>{name}</bdi> · {formats.ago(created_at)}
          {state !== 'proposed' && ` · ${t(`comment.state.${state}`)}`}
          {isExpired && ` · ${t('comment.expired')}`}
        </span>
      </button>
      {story && (
        <Link href={`/stories/${story.id}`} className={styles.story} dir="auto">
          {t('comment.story', { title: story.title })}
        </Link>
      )}
      <p dir="auto" className={styles.text}>
        {text}
      </p>
      {reply !== null && !isReplying && (
        <p dir="auto" className={styles.reply}>
          {reply}
        </p>
      )}
      {isReplying ? (
        <ReplyForm
          reply={reply ?? ''}
          onCancel={() => setReplying(false)}
          onSend={async (written) => {
            if (await change({ reply: written === '' ? null : written })) setReplying(false);
          }}
        />
      ) : (
        <div className={styles.actions}>
          {state !== 'accepted' && (
            <Button size="small" look="primary" icon={Check} onClick={() => void change({ state: 'accepted' })}>
              {t('comment.accept')}
            </Button>
          )}
          {state === 'proposed' && (
            <Button size="small" icon={X} onClick={() => void decline()}>
              {t('comment.decline')}
            </Button>
          )}
          {state !== 'declined' && !isExpired && (
            <Button size="small" look="quiet" icon={Reply} onClick={() => setReplying(true)}>
              {t(reply === null ? 'comment.reply' : 'comment.editReply')}
            </Button>
          )}
          {state !== 'proposed' && (
            <IconButton
              size="small"
              icon={Trash2}
              label={t('comment.delete')}
              onClick={() => void act(deleteComment(comment))}
            />
          )}
        </div>
      )}
    </li>
  );
}

/** Field for the reply; an empty one removes it. */
function ReplyForm({ reply, onSend, onCancel }: { reply: string; onSend(text: string): void; onCancel(): void }) {
  const t = useMomentText();
  const [text, setText] = useState(reply);
  const written = text.trim();
  return (
    <form
      className={styles.form}
      aria-label={t('comment.reply')}
      onSubmit={(event) => {
        event.preventDefault();
        onSend(written);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <TextArea
        autoFocus
        dir="auto"
        rows={2}
        label={t('comment.reply')}
        hint={t('comment.reply.hint')}
        maxLength={MAX_COMMENT_TEXT}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles.actions}>
        <Button size="small" look="primary" type="submit" disabled={written === reply}>
          {t('comment.send')}
        </Button>
        <Button size="small" look="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
