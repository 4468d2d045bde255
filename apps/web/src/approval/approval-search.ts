import { APPROVAL_STATUSES, type ApprovalStatus } from '@dungji/contracts';

export const APPROVAL_TABS = ['desk', 'history'] as const;
export type ApprovalTab = (typeof APPROVAL_TABS)[number];

/** What the approvals page shows, in its address: it can be linked, reloaded and left by the back button. */
export interface ApprovalSearch {
  /** Not `tab` and `status`: those are other things on the operators' page, and links carry over what is shown. */
  view?: ApprovalTab | undefined;
  state?: ApprovalStatus | undefined;
}

/** What makes no sense in an address is left out. */
export const readApprovalSearch = (search: Record<string, unknown>): ApprovalSearch => ({
  view: APPROVAL_TABS.find((tab) => tab === search.view),
  state: APPROVAL_STATUSES.find((status) => status === search.state),
});
