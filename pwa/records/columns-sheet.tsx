import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { CheckboxField } from '#pwa/ui/fields/checkbox-field.tsx';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import styles from './columns-sheet.module.css';
import { chooseColumns } from './columns-store.ts';
import type { RecordColumn } from './record-definition.ts';
import { useShownColumns } from './use-shown-columns.ts';

export interface ColumnsSheetProps {
  /** The list whose table it is. */
  list: string;
  columns: readonly Pick<RecordColumn<never>, 'id' | 'label' | 'isExtra'>[];
  onClose: () => void;
}

/** The columns of a table, each shown or hidden; the name is always shown. */
export function ColumnsSheet({ list, columns, onClose }: ColumnsSheetProps) {
  const { t } = useText();
  const shown = useShownColumns(list, columns).map(({ id }) => id);

  function show(id: string, isShown: boolean): void {
    chooseColumns(list, isShown ? [...shown, id] : shown.filter((other) => other !== id));
  }

  return (
    <Sheet
      title={t('list.columns')}
      description={t('list.columnsHint')}
      beside="focused"
      onClose={onClose}
    >
      <div className={styles.columns}>
        {columns.map(({ id, label }) => (
          <CheckboxField
            key={id}
            label={t(label)}
            checked={shown.includes(id)}
            onChange={({ target }) => show(id, target.checked)}
          />
        ))}
        <Button variant="quiet" onClick={() => chooseColumns(list, null)}>
          {t('list.columnsReset')}
        </Button>
      </div>
    </Sheet>
  );
}
