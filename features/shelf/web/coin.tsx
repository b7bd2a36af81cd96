/** A US quarter. @param size in pixels, or as CSS has it. */
export function Coin({ size }: { size: number | string }) {
  return (
    <svg
      style={{ width: size, height: size }}
      viewBox="0 0 100 100"
      className="block text-quiet"
      aria-hidden="true"
    >
      <circle
        cx="50"
        cy="50"
        r="49.25"
        fill="var(--raised)"
        stroke="currentColor"
        strokeWidth="1.5"
      />
      <circle cx="50" cy="50" r="44.5" fill="none" stroke="currentColor" strokeWidth="0.75" />
      <text
        x="50"
        y="60"
        textAnchor="middle"
        fontSize="28"
        fill="currentColor"
        fontFamily="var(--serif)"
      >
        25¢
      </text>
    </svg>
  );
}
