import { useEffect } from 'react';
import { signInFromPage, useSession } from '../api/credential.ts';
import { clearQueries } from '../api/query.ts';
import { keepSignedIn } from '../api/token-renewal.ts';
import { TooltipProvider } from '../ui/controls/tooltip.tsx';
import { Toaster } from '../ui/feedback/toast.tsx';
import { preloadScreen } from './routes.tsx';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';

signInFromPage();
if (useSession.getState().credential) preloadScreen(location.pathname);

/** The window: signed in, or asking for it. */
export function App() {
  const credential = useSession((session) => session.credential);
  useEffect(keepSignedIn, []);
  useEffect(() => {
    if (credential === null) clearQueries();
  }, [credential]);
  if (credential === undefined) return null;
  return (
    <TooltipProvider>
      {credential ? <Shell /> : <SignIn />}
      <Toaster />
    </TooltipProvider>
  );
}
