import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../api/credential.ts';
import { queryClient } from '../api/query-client.ts';
import { startTokenRenewal } from '../api/token-renewal.ts';
import { TooltipProvider } from '../ui/controls/tooltip.tsx';
import { Toaster } from '../ui/feedback/toast.tsx';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';

/** Root component: the shell, or the sign-in page. */
export function App() {
  const credential = useSession((session) => session.credential);
  useEffect(startTokenRenewal, []);
  useEffect(() => {
    if (credential === null) queryClient.clear();
  }, [credential]);
  if (credential === undefined) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        {credential ? <Shell /> : <SignIn />}
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>
  );
}
