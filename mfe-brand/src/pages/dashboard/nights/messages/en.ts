export const en = {
  'nights-sum_one': '{{views}} qualified view over {{nights}} nights, all campaigns, those beyond a goal included.',
  'nights-sum_other': '{{views}} qualified views over {{nights}} nights, all campaigns, those beyond a goal included.',
  'nights-label': 'Views night by night, {{from}} to {{to}}',
  'nights-failed': 'The nights did not load.',
  'nights-none': 'No night has been read yet.',
  'nights-none-text': 'Views are read for the first time after midnight, Paris time. They show here by themselves.',
  'nights-quiet': 'No new views in the last {{nights}} nights.',
  'nights-quiet-text': 'What each night brings to all your campaigns together stands here.',
  'nights-goal': '“{{name}}” reaches its goal, {{views}}',
  'nights-running': '{{campaigns}} campaigns running',
  'nights-no-views': 'no new views',
} as const
