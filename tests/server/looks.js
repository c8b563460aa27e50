// What a page looks like, asked in the browser.
const small = (least) =>
  [...document.querySelectorAll("button, input, summary, a")]
    .filter((one) => {
      const box = one.getBoundingClientRect();
      return box.width && (box.height < least || box.width < least) && one.type !== "checkbox";
    })
    .map((one) => one.outerHTML.slice(0, 120));

const parts = (text) => text.match(/[\d.]+/g).map(Number);
const light = (colour) =>
  colour.slice(0, 3)
    .map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const behind = (one) => {
  for (let at = one; at; at = at.parentElement) {
    const colour = parts(getComputedStyle(at).backgroundColor);
    if (colour.length < 4 || colour[3] === 1) return colour;
  }
  return [255, 255, 255];
};

// Text whose contrast with what lies behind it is less than 4.5, or 3 where it is large (WCAG AA).
const pale = () =>
  [...document.querySelectorAll("body *")]
    .filter((one) => one.offsetParent && [...one.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
    .filter((one) => {
      const style = getComputedStyle(one);
      const [a, b] = [light(parts(style.color)), light(behind(one))];
      const least = parseFloat(style.fontSize) >= 24 ? 3 : 4.5;
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < least;
    })
    .map((one) => one.outerHTML.slice(0, 120));

// What is needed to answer and is not wholly seen now: beyond the edge, or covered.
const beyond = () => {
  const dice = "[data-face], [data-erase], #dice, .go button";
  const others = [".offers button", ".groups :is(input, [data-step])", ".amount :is(input, [data-step])", "form input[name=text]", ".orders select"];
  const asked = document.querySelector(".asked.mine") ?? document.createElement("p");
  const first = others.map((each) => asked.querySelector(each)).filter(Boolean);
  return [...asked.querySelectorAll(dice), ...first]
    .filter((one) => {
      const box = one.getBoundingClientRect();
      const seen = [box.top + 4, box.bottom - 4].every((y) => {
        const over = document.elementFromPoint(box.x + box.width / 2, y);
        return one === over || one.contains(over);
      });
      return !(seen && box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth);
    })
    .map((one) => one.outerHTML.slice(0, 120));
};
