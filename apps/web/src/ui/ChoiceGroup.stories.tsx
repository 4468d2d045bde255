import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, userEvent } from 'storybook/test';
import { ChoiceGroup } from './ChoiceGroup.tsx';

const CHOICES = [
  { value: 'APARTMENT', label: '아파트' },
  { value: 'VILLA', label: '빌라' },
  { value: 'DETACHED', label: '단독주택' },
];

const meta: Meta<typeof ChoiceGroup> = {
  title: 'Ui/ChoiceGroup',
  component: ChoiceGroup,
  args: { labelledBy: 'kind', choices: CHOICES, value: null, onChange: fn() },
  render: function Choosing(args) {
    const [value, setValue] = useState(args.value);
    return (
      <>
        <p id="kind">건물 종류</p>
        <ChoiceGroup
          {...args}
          value={value}
          onChange={(next) => {
            setValue(next);
            args.onChange(next);
          }}
        />
      </>
    );
  },
};
export default meta;
type Story = StoryObj<typeof ChoiceGroup>;

export const NothingChosen: Story = {
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('radiogroup', { name: '건물 종류' })).toBeVisible();
    await userEvent.click(canvas.getByRole('radio', { name: '빌라' }));
    await expect(args.onChange).toHaveBeenLastCalledWith('VILLA');
    await expect(canvas.getByRole('radio', { name: '빌라' })).toBeChecked();
  },
};
export const Chosen: Story = { args: { value: 'APARTMENT' } };
export const Missing: Story = { args: { invalid: true } };
export const ChosenInTheDark: Story = { args: { value: 'APARTMENT' }, globals: { theme: 'dark' } };
