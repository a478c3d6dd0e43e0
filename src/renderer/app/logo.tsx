/** Reelscope logo: a lens with a play symbol. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false" color="var(--accent)">
      <circle cx="16" cy="16" r="12" fill="none" stroke="currentColor" strokeWidth="2.75" />
      <path d="M12.9 10.6v10.8L22 16z" fill="currentColor" />
    </svg>
  );
}
