"use strict";
// What the page computes and how it writes it, without a document: page.js draws, this decides.
//
// Every formula repeats the engine's, operation by operation, and every text repeats the program's
// (costcurve_gui/page/amounts.py and views/text/numbers.py): tests compare both, character by
// character. The rounding rule: a number is rounded from its exact binary value, and one that lies
// exactly between two decimals goes to the even one. toFixed and toExponential take the larger one
// instead, so `rounded` and `scientific` turn that case.

var CostCurve = (function () {
  const MINUS = "\u2212", THIN = "\u202f", INFINITE = "\u221e", MISSING = "\u2013";
  const LARGE = 1e15, NOISE = 1e-12, MOST_DIGITS = 17, LEAST_PERCENT = 0.0001;
  const TIE = 1e-12; // as in engine/roc/hull.py

  // --- numbers ----------------------------------------------------------------------------------

  // Whether so many decimals say a positive number exactly, of which it has as many binary places;
  // less than none are zeros before the point.
  function isExact(size, decimals) {
    if (decimals < 0) return size % Number("1e" + -decimals) === 0;
    return Number.isInteger(size * Math.pow(2, decimals));
  }

  function even(longer) {
    const shorter = longer.slice(0, -1).replace(/\.$/, "");
    return "02468".includes(shorter[shorter.length - 1]) ? shorter : null;
  }

  function rounded(size, decimals) {
    const longer = size.toFixed(decimals + 1);
    const half = longer.endsWith("5") && isExact(size, decimals + 1);
    return (half && even(longer)) || size.toFixed(decimals);
  }

  // The digits and the power of ten of a positive number: ["2.58", 1].
  function powers(size, digits) {
    const longer = size.toExponential(digits).split("e");
    const places = digits - Number(longer[1]);
    const half = longer[0].endsWith("5") && isExact(size, places);
    const kept = half ? even(longer[0]) : null;
    if (kept) return [kept, Number(longer[1])];
    const found = size.toExponential(digits - 1).split("e");
    return [found[0], Number(found[1])];
  }

  function scientific(size, digits) {
    const found = powers(size, digits);
    return found[0] + "e" + (found[1] < 0 ? MINUS : "") + Math.abs(found[1]);
  }

  function grouped(text) {
    const parts = text.split(".");
    parts[0] = parts[0].replace(/\B(?=(\d{3})+$)/g, THIN);
    return parts.join(".");
  }

  function fixed(value, decimals, signed) {
    if (Number.isNaN(value)) return MISSING;
    if (!Number.isFinite(value)) return (value < 0 ? MINUS : signed ? "+" : "") + INFINITE;
    const size = Math.abs(value);
    const text = size >= LARGE ? scientific(size, 4) : grouped(rounded(size, decimals));
    if (!/[1-9]/.test(text)) return text;
    if (value < 0) return MINUS + text;
    return (signed ? "+" : "") + text;
  }

  function decimalsFor(value, digits) {
    return Math.max(0, digits - 1 - powers(Math.abs(value), digits)[1]);
  }

  function stripped(text) {
    return text.replace(/0+$/, "").replace(/\.$/, "");
  }

  function significant(value, digits, signed, strip) {
    if (!Number.isFinite(value) || value === 0) return fixed(value, 0, signed);
    if (Math.abs(value) < Math.pow(10, -MOST_DIGITS)) {
      return (value < 0 ? MINUS : "") + scientific(Math.abs(value), digits);
    }
    const decimals = decimalsFor(value, digits);
    const text = fixed(value, decimals, signed);
    return strip && decimals ? stripped(text) : text;
  }

  function rate(value) {
    return fixed(value, 3);
  }

  function count(value) {
    return fixed(value, 0);
  }

  function plain(value) {
    if (!Number.isFinite(value) || value === 0) return fixed(value, 0);
    const size = Math.abs(value);
    if (size < 1e-6 || size >= LARGE) return (value < 0 ? MINUS : "") + scientific(size, 4);
    return significant(value, 6, false, true);
  }

  function withUnit(text, unit) {
    return unit ? text + " " + unit : text;
  }

  function money(value, unit, signed) {
    const size = Math.abs(value);
    if (size < NOISE) return withUnit("0", unit);
    if (size < 0.005) return withUnit(significant(value, 2, signed), unit);
    return withUnit(fixed(value, !unit && size < 1 ? 3 : 2, signed), unit);
  }

  function total(value, unit, signed) {
    if (Math.abs(value) < 100) return money(value, unit, signed);
    return withUnit(fixed(value, 0, signed), unit);
  }

  function percentFigures(share) {
    const percent = share * 100;
    if (percent < 1) return fixed(percent, decimalsFor(percent, 2));
    if (percent <= 99) return fixed(percent, 1);
    return stripped(fixed(percent, Math.min(4, decimalsFor(100 - percent, 2))));
  }

  function percent(share) {
    if (!Number.isFinite(share)) return fixed(share, 0);
    if (share < 0) return MINUS + percent(-share);
    if (share === 0 || share === 1) return share * 100 + " %";
    if (share * 100 < LEAST_PERCENT) return "under " + LEAST_PERCENT + " %";
    if (share > 1) return fixed(share * 100, 1) + " %";
    if (share * 100 > 100 - LEAST_PERCENT) return "over " + (100 - LEAST_PERCENT) + " %";
    return percentFigures(share) + " %";
  }

  function ratioFigure(value) {
    if (!Number.isFinite(value) || value === 0) return fixed(value, 0);
    const found = powers(Math.abs(value), 3);
    const kept = Number(found[0] + "e" + found[1]) * (value < 0 ? -1 : 1);
    return significant(kept, 3, false, true);
  }

  function priorFigure(prior) {
    const shown = prior * 100;
    if (!(prior > 0 && prior < 1)) return fixed(shown, 0);
    const decimals = Math.max(decimalsFor(shown, 3), decimalsFor(100 - shown, 2));
    const text = fixed(shown, Math.min(decimals, 12));
    return text.includes(".") ? stripped(text) : text;
  }

  function cases(value, minimum) {
    return value > 0 && value < minimum ? "under " + count(minimum) : count(value);
  }

  // A number as people type it: true minus, spaces between thousands, decimal comma. NaN if none.
  function parsed(text) {
    let clean = text.trim().replace(/\u2212/g, "-").replace(/[\s\u202f]/g, "").replace(/%$/, "");
    if ((clean.match(/,/g) || []).length === 1 && !clean.includes(".")) clean = clean.replace(",", ".");
    return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(clean) ? Number(clean) : NaN;
  }

  // --- the engine's formulas --------------------------------------------------------------------

  function probabilityCost(prior, fnCost, fpCost) {
    const unit = Math.max(fnCost, fpCost);
    const atStake = prior * (fnCost / unit);
    return atStake / (atStake + (1 - prior) * (fpCost / unit));
  }

  // means are those of [tp payoff, tn payoff, cost of a miss, cost of a false alarm].
  function condition(prior, means, factor) {
    const fnCost = factor === 1 ? means[2] : means[2] * factor;
    return {
      prior: prior, fnCost: fnCost, fpCost: means[3],
      perfect: prior * means[0] + (1 - prior) * means[1],
      stake: probabilityCost(prior, fnCost, means[3]),
    };
  }

  function policyAt(at, rates) {
    const missed = (1 - rates.tpBenefit) * (at.prior * at.fnCost);
    const cost = missed + rates.fpCost * ((1 - at.prior) * at.fpCost);
    return {
      row: rates.row, fpr: rates.fpr, tpr: rates.tpr, text: rates.text,
      fpCost: rates.fpCost, tpBenefit: rates.tpBenefit,
      share: at.prior * rates.tpr + (1 - at.prior) * rates.fpr,
      relative: (1 - rates.tpBenefit) * at.stake + rates.fpCost * (1 - at.stake),
      cost: cost, profit: at.perfect - cost,
    };
  }

  function rateOf(column, row) {
    return column.counts[row] / column.total;
  }

  function ratesOf(model, row) {
    const fpr = rateOf(model.fpr, row), tpr = rateOf(model.tpr, row);
    return {
      row: row, fpr: fpr, tpr: tpr, text: model.thresholds[row],
      fpCost: model.fpCost ? model.fpCost[row] : fpr,
      tpBenefit: model.tpBenefit ? model.tpBenefit[row] : tpr,
    };
  }

  // The PC(+) above which each vertex of the hull is left for the next one.
  function leaveAbove(model) {
    const at = model.hull.map(row => ratesOf(model, row));
    return at.slice(1).map(function (next, place) {
      const benefit = next.tpBenefit - at[place].tpBenefit, cost = next.fpCost - at[place].fpCost;
      return cost > 0 ? cost / (cost + benefit) : -1;
    });
  }

  function cheapestRow(model, stake) {
    const ends = model.leave || (model.leave = leaveAbove(model));
    const wanted = stake * (1 - TIE);
    let low = 0, high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return model.hull[low];
  }

  // --- the page ---------------------------------------------------------------------------------

  function factorOf(scene, ratio) {
    return ratio === scene.ratio ? scene.factor : ratio / scene.cellsRatio;
  }

  function recommendedState(scene) {
    return {prior: scene.prior, ratio: scene.ratio, model: scene.selected, row: null};
  }

  function isRecommended(scene, state) {
    return state.row === null && state.model === scene.selected && isAtCondition(scene, state);
  }

  function isAtCondition(scene, state) {
    return state.prior === scene.prior && state.ratio === scene.ratio;
  }

  function chosenRates(scene, state, place, at) {
    const model = scene.models[place];
    if (place === state.model && state.row !== null) return ratesOf(model, state.row);
    if (scene.chooses && !isAtCondition(scene, state)) return ratesOf(model, cheapestRow(model, at.stake));
    return model.policy;
  }

  function trivial(at, all) {
    return policyAt(at, {row: null, fpr: all, tpr: all, fpCost: all, tpBenefit: all, text: MISSING});
  }

  // As in engine/resampling/new_cases.py: "none" where both cost the same; those that break a bound
  // at the recommended setting are left out.
  function betterTrivial(scene, at) {
    const names = at.stake > 1 / 2 ? ["all", "none"] : ["none", "all"];
    return names.find(name => !scene.words.broken[name]) || "";
  }

  // What every model does at a setting, and which is the best: scene.models stand by rank, so
  // equally good ones are told apart by their place in the file.
  function decide(scene, state) {
    const factor = factorOf(scene, state.ratio);
    const here = condition(state.prior, scene.cells, factor);
    const models = scene.models.map(function (model, place) {
      const at = condition(state.prior, model.means, factor);
      return policyAt(at, chosenRates(scene, state, place, at));
    });
    return {
      condition: here, models: models, best: best(scene, models),
      all: trivial(here, 1), none: trivial(here, 0), rival: betterTrivial(scene, here),
    };
  }

  function best(scene, policies) {
    let found = null;
    policies.forEach(function (policy, place) {
      if (!scene.models[place].applicable) return;
      if (found === null || isBetter(scene, policy, policies[found], scene.places[place] < scene.places[found])) {
        found = place;
      }
    });
    return found;
  }

  function isBetter(scene, one, other, earlier) {
    if (scene.byCost && one.relative !== other.relative) return one.relative < other.relative;
    if (one.profit !== other.profit) return one.profit > other.profit;
    return earlier;
  }

  function row(scene, state, policy) {
    const positives = scene.population * state.prior;
    return {
      threshold: policy.text,
      acted: cases(scene.population * policy.share, scene.minimum),
      caught: cases(positives * policy.tpr, scene.minimum) + " of " + cases(positives, scene.minimum),
      profit: total(scene.population * policy.profit, "", true),
    };
  }

  function trivialRow(scene, state, name, policy) {
    const found = row(scene, state, policy);
    return Object.assign(found, {profit: scene.words.broken[name] || found.profit});
  }

  function matrix(scene, state, policy) {
    const positives = scene.population * state.prior, negatives = scene.population * (1 - state.prior);
    const write = value => cases(value, scene.minimum);
    return {
      tp: write(positives * policy.tpr), fp: write(negatives * policy.fpr),
      fn: write(positives * (1 - policy.tpr)), tn: write(negatives * (1 - policy.fpr)),
      acted: write(scene.population * policy.share), actedShare: percent(policy.share),
      left: write(scene.population * (1 - policy.share)), leftShare: percent(1 - policy.share),
    };
  }

  // Every text of the page that follows the sliders.
  function texts(scene, state) {
    const found = decide(scene, state), policy = found.models[state.model];
    const before = decide(scene, recommendedState(scene)).models[scene.selected];
    const again = policyAt(condition(state.prior, scene.models[scene.selected].means, factorOf(scene, state.ratio)), before);
    const amount = value => total(scene.population * value, scene.unit, true);
    return {
      rows: found.models.map(one => row(scene, state, one)).concat(
        ["all", "none"].map(name => trivialRow(scene, state, name, found[name]))),
      matrix: matrix(scene, state, policy),
      sums: [
        amount(policy.profit),
        found.rival ? amount(policy.profit - found[found.rival].profit) : MISSING,
        isRecommended(scene, state) ? amount(0) : amount(policy.profit - again.profit),
      ],
      best: found.best, against: scene.words.against[found.rival],
      prior: priorFigure(state.prior), ratio: ratioFigure(state.ratio), threshold: policy.text,
      stake: rate(found.condition.stake),
    };
  }

  // From which prior to which one a model stays the best, all else equal; null if it is not now.
  function bestStretch(scene, state, low, high) {
    const winner = decide(scene, state).best;
    const isBest = prior => decide(scene, Object.assign({}, state, {prior: prior})).best === winner;
    const end = function (limit) {
      const step = Math.pow(limit / state.prior, 1 / 60);
      let inside = state.prior;
      for (let turn = 1; turn <= 60; turn += 1) {
        const next = turn === 60 ? limit : state.prior * Math.pow(step, turn);
        if (!isBest(next)) return between(inside, next, isBest);
        inside = next;
      }
      return limit;
    };
    return {model: winner, low: end(low), high: end(high)};
  }

  function between(inside, outside, holds) {
    for (let turn = 0; turn < 40; turn += 1) {
      const middle = Math.sqrt(inside * outside);
      if (holds(middle)) inside = middle;
      else outside = middle;
    }
    return inside;
  }

  // --- curves -----------------------------------------------------------------------------------

  function profitCurve(scene, state, place) {
    const model = scene.models[place];
    const at = condition(state.prior, model.means, factorOf(scene, state.ratio));
    return model.thresholds.map(function (_, row) {
      const policy = policyAt(at, ratesOf(model, row));
      return [policy.share, policy.profit];
    });
  }

  function rocCurve(scene, place) {
    const model = scene.models[place];
    return model.thresholds.map((_, row) => [rateOf(model.fpr, row), rateOf(model.tpr, row)]);
  }

  function envelope(scene, place) {
    const model = scene.models[place];
    const ends = [0].concat((model.leave || (model.leave = leaveAbove(model))).filter(x => x > 0 && x < 1), [1]);
    return ends.map(function (stake) {
      const rates = ratesOf(model, cheapestRow(model, stake));
      return [stake, (1 - rates.tpBenefit) * stake + rates.fpCost * (1 - stake)];
    });
  }

  // Steps of 1, 2 or 5 times a power of ten that divide a stretch into about so many parts.
  function ticks(low, high, parts) {
    const rough = (high - low) / parts, power = Math.pow(10, Math.floor(Math.log10(rough)));
    const step = [1, 2, 5, 10].map(times => times * power).find(size => size >= rough * 0.999);
    const found = [];
    for (let number = Math.ceil(low / step - 1e-9); number * step <= high + step * 1e-9; number += 1) {
      found.push(Number((number * step).toPrecision(12)));
    }
    return found;
  }

  return {
    fixed, significant, rate, count, plain, money, total, percent, ratioFigure, priorFigure, cases,
    parsed, probabilityCost, condition, policyAt, ratesOf, cheapestRow, factorOf, recommendedState,
    isRecommended, isAtCondition, decide, texts, bestStretch, profitCurve, rocCurve, envelope, ticks,
  };
})();
