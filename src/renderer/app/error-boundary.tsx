import { Component, type ReactNode } from 'react';
import { toError } from '../../base/errors.ts';

interface BoundaryProps {
  /** A change of it tries again, such as another address. */
  resetKey: string;
  fallback(error: Error, retry: () => void): ReactNode;
  children: ReactNode;
}

/** Keeps the failure of one screen from taking the window with it. */
export class ErrorBoundary extends Component<BoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(thrown: unknown): { error: Error } {
    return { error: toError(thrown) };
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (this.state.error && before.resetKey !== this.props.resetKey) this.setState({ error: null });
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? this.props.fallback(error, () => this.setState({ error: null })) : this.props.children;
  }
}
