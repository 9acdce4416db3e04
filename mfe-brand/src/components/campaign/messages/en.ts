export const en = {
  'delete-ask': 'Delete “{{name}}”?',
  'delete-text': 'No views have been counted. The {{views}} credits reserved for this campaign will be returned to you right away.',
  'delete-text-unfunded': 'This campaign never started, and no credits were reserved for it.',
  'delete-text-settled': 'No views were counted, and the campaign’s credits have already been returned to you.',
  'delete-joined_one': '{{count}} creator has signed up. The campaign will end now, and no one else can sign up.',
  'delete-joined_other': '{{count}} creators have signed up. The campaign will end now, and no one else can sign up.',
  'delete-joined-then':
    'Views so far will be checked one last time and paid for on {{at}}. If there are none, the campaign will be deleted then and all {{views}} credits will be returned to you.',
  'delete-over': 'The campaign is over, and we’re still checking its last views.',
  'delete-over-then':
    'Views that count will be paid for on {{at}}. If there are none, the campaign will be deleted then and all {{views}} credits will be returned to you.',
  'delete-over-late':
    'Views that count will be paid for by {{at}} at the latest. If there are none, the campaign will be deleted then and all {{views}} credits will be returned to you.',
  'delete-creators_one': '{{count}} creator took part and will see that you deleted the campaign.',
  'delete-creators_other': '{{count}} creators took part and will see that you deleted the campaign.',
  'delete-confirm': 'Delete campaign',
  'delete-confirm-end': 'End campaign now',
  'delete-done': 'Campaign deleted',
  'delete-ended': 'Campaign ended. We’re checking its last views.',
  'delete-failed': 'Deletion failed',
} as const
