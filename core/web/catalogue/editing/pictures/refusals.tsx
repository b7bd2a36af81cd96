export function Refusals({ reasons }: { reasons: string[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul role="alert" className="space-y-1 callout look-bad text-sm wrap-anywhere">
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}
