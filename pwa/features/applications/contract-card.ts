import type { Application } from '#contract/applications.ts';
import { APPLICATION_FIELDS } from '#contract/fields/application-fields.ts';
import { namesIn } from '#contract/fields/field-table.ts';

/** The fields of contract and mandate. */
export const CONTRACT = namesIn(APPLICATION_FIELDS, 'contract');

/** Whether the player has a contract, or is about to. */
export function isContractExpected({ status }: Pick<Application, 'status'>): boolean {
  return status === 'contract_offered' || status === 'signed';
}

/** Whether the record shows contract and mandate. */
export function hasContract(application: Application): boolean {
  return isContractExpected(application) || CONTRACT.some((name) => application[name]);
}
