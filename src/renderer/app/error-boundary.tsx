import { Component, type ReactNode } from 'react';
import { toError } from '../../base/errors.ts';

interface BoundaryProps {
  /** A change resets the boundary, such as another URL. */
  resetKey: string;
  fallback(error: Error, retry: () => void): ReactNode;
  children: ReactNode;
}

/** Contains errors of a screen, so that the rest of the window keeps working. */
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
