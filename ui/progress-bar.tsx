/** `share` is between 0 and 1. */
export function ProgressBar({ label, share }: { label: string; share: number }) {
  return (
    <progress
      aria-label={label}
      max={100}
      value={Math.floor(share * 100)}
      className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-action [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-action"
    />
  );
}
