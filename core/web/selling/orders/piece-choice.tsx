import { pieceChoices } from '#core/contract/selling/order-money.ts';
import { ChoiceField } from '#ui/choice-field.tsx';

export type PieceChoice = (typeof pieceChoices)[number];

const words = { sale: 'Back on sale', aside: 'Set aside' } as const satisfies Record<
  PieceChoice,
  string
>;

export function PieceChoiceField({
  value,
  onChange,
}: {
  value: PieceChoice;
  onChange: (choice: PieceChoice) => void;
}) {
  return (
    <>
      <ChoiceField
        legend="The pieces"
        name="pieces"
        choices={pieceChoices.map((choice) => words[choice])}
        chosen={words[value]}
        onChange={(event) =>
          onChange(pieceChoices.find((choice) => words[choice] === event.target.value) ?? 'sale')
        }
      />
      {value === 'aside' && (
        <p className="text-sm text-quiet">
          They stay Pending Sale until you set them to Available.
        </p>
      )}
    </>
  );
}
