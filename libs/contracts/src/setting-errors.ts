export const settingErrors = {
  packages_incomplete: {
    status: 400,
    en: 'Enter each of the five packages exactly once, from Starter to Enterprise.',
    fr: 'Saisissez chacun des cinq forfaits une seule fois, de Starter à Enterprise.',
  },
  packages_unordered: {
    status: 400,
    en: 'Each package must contain more credits than the one before it.',
    fr: 'Chaque forfait doit contenir plus de crédits que le précédent.',
  },
  networks_repeated: {
    status: 400,
    en: 'Select each network only once.',
    fr: 'Sélectionnez chaque réseau une seule fois.',
  },
  style_reference_invalid: {
    status: 400,
    en: 'Use lower-case letters, digits and single hyphens, for example landing-home-v1.',
    fr: 'Utilisez des minuscules, des chiffres et des tirets simples, par exemple landing-home-v1.',
  },
  setting_too_early: {
    status: 409,
    en: 'This change can take effect on {earliest} at the earliest. Choose a later date.',
    fr: 'Cette modification ne peut pas prendre effet avant le {earliest}. Choisissez une date ultérieure.',
  },
  setting_too_late: {
    status: 409,
    en: 'This change can take effect on {latest} at the latest. Choose an earlier date.',
    fr: 'Cette modification ne peut pas prendre effet après le {latest}. Choisissez une date antérieure.',
  },
  setting_unchanged: {
    status: 409,
    en: 'This setting already has this value on that date.',
    fr: 'Ce paramètre a déjà cette valeur à cette date.',
  },
  setting_limit_reached: {
    status: 409,
    en: 'This setting already has {limit} planned changes. Wait until one of them takes effect.',
    fr: '{limit} modifications sont déjà prévues pour ce paramètre. Attendez que l’une d’elles prenne effet.',
  },
  setting_insolvent: {
    status: 409,
    en: 'From {day}, {package} would cost {price} for {credits} credits, but creators’ pay of {pay} plus a margin of {margin} per 1,000 views comes to {needed}. That is {missing} short.',
    fr: 'À partir du {day}, le forfait {package} coûterait {price} pour {credits} crédits, mais {pay} de rémunération plus {margin} de marge pour 1 000 vues font {needed} : il manque {missing}.',
  },
  setting_insolvent_former: {
    status: 409,
    en: 'Credits never expire, and {package} was once sold at {price} for {credits} credits. From {day}, creators’ pay of {pay} per 1,000 views would come to {needed} for those credits. That is {missing} short. Set the pay to at most {max} per 1,000 views.',
    fr: 'Les crédits n’expirent jamais, et le forfait {package} ({credits} crédits) a déjà été vendu au prix de {price}. À partir du {day}, avec une rémunération de {pay} pour 1 000 vues, ces crédits coûteraient {needed} : il manquerait {missing}. Fixez la rémunération à {max} au plus pour 1 000 vues.',
  },
} as const
