import { useQuery } from '@tanstack/react-query';
import { AudioWaveform, MessageCircleQuestion, Tags } from 'lucide-react';
import { useLocation } from 'wouter';
import { queries } from '../../api/queries.ts';
import { HeaderButton } from '../../ui/controls/header-button.tsx';
import { useLibraryText } from './text.ts';

/** Buttons in the header of the library or of a project; questions and topics need videos. */
export function HeaderActions({ projectId, isEmpty }: { projectId: string | null; isEmpty: boolean }) {
  const t = useLibraryText();
  const [, navigate] = useLocation();
  const { data: events = [] } = useQuery(queries.events);
  return (
    <>
      {projectId !== null && !isEmpty && (
        <HeaderButton
          icon={MessageCircleQuestion}
          label={t('ask')}
          onClick={() => navigate(`/ask?project=${projectId}`)}
        />
      )}
      {events.length > 0 && (
        <HeaderButton icon={AudioWaveform} label={t('events')} onClick={() => navigate('/events')} />
      )}
      {projectId === null && !isEmpty && (
        <HeaderButton icon={Tags} label={t('topics')} onClick={() => navigate('/search/topics')} />
      )}
    </>
  );
}
